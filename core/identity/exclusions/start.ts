import { and, desc, eq, gt, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import type { Written } from '#core/record/transaction.ts'
import { tenantPersonKey } from '#credentials/person-key.ts'
import type { Tx } from '#db/connect.ts'
import { selfExclusions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { addMonths, isoDay, parseDay } from '#engine/dates.ts'
import { SELF_EXCLUSION, transition } from '#engine/lifecycles/index.ts'
import type { PersonData } from '../persons/ensure.ts'
import { type ExclusionRow, exclusionEvent, presentExclusion, type WireExclusion } from './present.ts'

const MONTHS = { '1_month': 1, '3_months': 3, '6_months': 6, '1_year': 12, '2_years': 24, '5_years': 60 } as const
const DURATIONS = Object.keys(MONTHS) as [keyof typeof MONTHS, ...(keyof typeof MONTHS)[]]
const MOST_YEARS = 100
const DAY_MS = 86_400_000

/** For how long, and from what. */
export const exclusionTerms = {
  until: z.iso
    .date()
    .optional()
    .meta({ description: 'Last day of the exclusion, YYYY-MM-DD; this or `duration`', examples: ['2027-05-21'] }),
  duration: z.enum(DURATIONS).optional().meta({ description: 'Counted from today; this or `until`' }),
  scope: z
    .enum(['all', 'gambling'])
    .default('all')
    .meta({ description: '`all`: every activity; `gambling`: only checks of the activity gambling' }),
}

/** The last day asked for. Throws `validation_failed` and `conflicting_fields`. */
export function lastDay(ctx: Ctx, { until, duration }: { until?: string | undefined; duration?: keyof typeof MONTHS | undefined }): string {
  const today = parseDay(new Date(ctx.now).toISOString().slice(0, 10))!
  if (until && duration) throw new AppError('conflicting_fields', 'Give `until` or `duration`, not both.')
  if (duration) return isoDay(addMonths(today, MONTHS[duration]))
  const day = until ? parseDay(until) : null
  if (day === null) throw invalidField('/until', 'required', 'Give the last day as `until`, or a `duration` such as 6_months.')
  if (day < today) throw invalidField('/until', 'past_date', 'The last day is in the past.')
  if (day > addMonths(today, MOST_YEARS * 12)) throw invalidField('/until', 'too_late', `At most ${MOST_YEARS} years from today.`)
  return until!
}

/** By which an excluded identity is found again, under a key of its own: it cannot be joined with any other table. */
export function exclusionKey(ctx: Ctx, data: Pick<PersonData, 'full_name' | 'date_of_birth'> | null): string | null {
  if (!data?.full_name || !data.date_of_birth) return null
  return tenantPersonKey([ctx.services.keyring.keys.pepper], `self-exclusion:${ctx.environment}`, {
    full_name: data.full_name,
    date_of_birth: data.date_of_birth,
  })
}

interface Start {
  source: 'organization' | 'holder'
  scope: 'all' | 'gambling'
  until: string
  bound: { wallet_id: string | null; person_id: string | null; user_id: string | null; person_key: string | null }
  /** Which exclusions are the same person's; the caller holds a lock on them. */
  same: SQL
}

/**
 * Starts an exclusion, or makes the one in force longer. Asked again for the same day it changes nothing; for an earlier one it
 * throws `self_exclusion_stands`.
 */
export async function startExclusion(tx: Tx, ctx: Ctx, start: Start): Promise<Written<{ success: true } & WireExclusion>> {
  const about = and(
    eq(selfExclusions.source, start.source),
    eq(selfExclusions.scope, start.scope),
    eq(selfExclusions.status, 'active'),
    gt(selfExclusions.ends_at, new Date(ctx.now)),
    start.same,
  )
  const [known] = await tx
    .select()
    .from(selfExclusions)
    .where(inScope(selfExclusions, ctx, about))
    .orderBy(desc(selfExclusions.until))
    .limit(1)
    .for('update')
  if (known && start.until < known.until)
    throw new AppError(
      'self_exclusion_stands',
      `The exclusion lasts to ${known.until} and is never shortened. A later day makes it longer.`,
      {
        extra: { existing_id: known.id, until: known.until },
      },
    )
  const row = known ? await extend(tx, ctx, known, start) : await insert(tx, ctx, start)
  const changed = !known || known.until !== row.until
  return {
    result: { success: true, ...presentExclusion(row) },
    audit: {
      action: known ? (changed ? 'self_exclusion_extended' : 'self_exclusion_repeated') : 'self_exclusion_started',
      category: 'user',
      subject: { type: 'self_exclusion', id: row.id },
      details: { until: row.until, scope: row.scope, source: row.source, wallet_id: row.wallet_id },
    },
    events: changed ? [exclusionEvent('started', row, known && { until: known.until })] : [],
  }
}

/** When a last day is over everywhere on earth: at noon of the next one, UTC. */
const overEverywhere = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 1.5 * DAY_MS)

async function insert(tx: Tx, ctx: Ctx, { source, scope, until, bound }: Start): Promise<ExclusionRow> {
  const at = new Date(ctx.now)
  const [row] = await tx
    .insert(selfExclusions)
    .values({
      id: newId('self_exclusion', ctx.now),
      organization_id: ctx.organizationId,
      environment: ctx.environment,
      source,
      scope,
      status: transition(SELF_EXCLUSION, null, 'start'),
      ...bound,
      until,
      ends_at: overEverywhere(until),
      created_at: at,
      updated_at: at,
    })
    .returning()
  return row!
}

async function extend(tx: Tx, ctx: Ctx, known: ExclusionRow, { until, bound }: Start): Promise<ExclusionRow> {
  const [row] = await tx
    .update(selfExclusions)
    .set({
      status: transition(SELF_EXCLUSION, known.status, 'extend'),
      until,
      ends_at: overEverywhere(until),
      ...(until !== known.until && { extended_at: new Date(ctx.now) }),
      // What was learnt of the person since is added, never taken away.
      person_id: known.person_id ?? bound.person_id,
      person_key: bound.person_key ?? known.person_key,
      updated_at: new Date(ctx.now),
    })
    .where(inScope(selfExclusions, ctx, eq(selfExclusions.id, known.id)))
    .returning()
  return row!
}
