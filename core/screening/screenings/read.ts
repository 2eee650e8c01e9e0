import { eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { listOf } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId, listedAddress } from '#core/kernel/fields.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import { createdBetween, createdQuery, decodeCursor, newestFirst, olderThan, pageOf, pageQuery, placeOf } from '#core/kernel/pagination.ts'
import { presentDecision, type WireDecision } from '#core/record/decisions/present.ts'
import { readAll } from '#core/record/decisions/result.ts'
import { defineVerb } from '#core/record/verb.ts'
import { SealError } from '#credentials/seal.ts'
import { decisions, screenings } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import type { KeptResult } from '../matching/present.ts'
import { toldFurther } from '../matching/subject.ts'
import type { SanctionsCheck } from './check.ts'
import { riskLevel } from './risk-level.ts'
import { recordedCheck } from './shape.ts'

const listChecksQuery = z.strictObject({
  ...pageQuery,
  kind: z.enum(['sanctions', 'verification']).optional().meta({
    description: '`sanctions`: asked for as such; `verification`: made while a wallet or an investor was verified or screened again',
  }),
  status: z.enum(['clear', 'possible_match', 'hit']).optional(),
  wallet_address: listedAddress.optional(),
  subject_id: z.string().max(100).optional().meta({ description: 'Id of the wallet or investor it was about' }),
  ...createdQuery,
})

type Row = typeof screenings.$inferSelect

/** Whom a sanctions check was about, as it was asked. */
interface AskedSubject {
  wallet_address: string | null
  full_name: string | null
  date_of_birth: string | null
  country: string | null
  entity_type: string
  other_names: string[]
  gender: 'male' | 'female' | null
  birth_place: string | null
  nationality: string | null
  addresses: Record<string, string>[]
  identifiers: { type: string | null; value: string; country: string | null }[]
}

export interface RecordedCheck
  extends Pick<
    SanctionsCheck,
    | 'id'
    | 'object'
    | 'wallet_address'
    | 'wallet_id'
    | 'sanctioned'
    | 'sanctions_cleared'
    | 'status'
    | 'risk_level'
    | 'was_listed'
    | 'as_of'
    | 'checked_at'
  > {
  kind: 'sanctions' | 'verification'
  investor_id: string | null
  /** What was asked; null in a verification, whose person is read where they are kept, and once it was erased. */
  subject: AskedSubject | null
  erased: boolean
  matches: KeptResult['matches']
  demoted: KeptResult['matches']
  threshold: number | null
  lists: WireDecision['lists']
  /** Null where lists changed and nothing was decided. */
  decision: WireDecision | null
  environment: string
}

/**
 * One check as it was recorded: what was asked, the best five matches, and its decision with all its rules. Nothing is screened
 * again. Throws `not_found` for what is another's.
 */
export const getSanctionsCheck = defineVerb({
  name: 'sanctions.checks.get',
  permission: 'sanctions.check',
  input: byId('Check id, chk_…'),
  output: z.object({ success: z.literal(true), ...recordedCheck }),
  run: async ({ ctx, input }) => {
    const row = await findScoped(ctx.db, screenings, ctx, input.id)
    if (!row) throw notFound()
    return { success: true as const, ...(await presentAll(ctx, [row], false))[0]! }
  },
})

/** The tenant's checks, newest first. */
export const listSanctionsChecks = defineVerb({
  name: 'sanctions.checks.list',
  permission: 'sanctions.check',
  input: listChecksQuery,
  output: listOf(z.object(recordedCheck)),
  run: async ({ ctx, input }) => {
    const rows = await ctx.db
      .select()
      .from(screenings)
      .where(
        inScope(
          screenings,
          ctx,
          input.kind ? eq(screenings.kind, input.kind) : undefined,
          input.status ? eq(screenings.status, input.status) : undefined,
          input.wallet_address ? eq(screenings.wallet_address, input.wallet_address.canonical) : undefined,
          input.subject_id ? eq(screenings.subject_id, input.subject_id) : undefined,
          ...createdBetween(screenings, input),
          olderThan(screenings, decodeCursor(ctx, 'checks', input.cursor)),
        ),
      )
      .orderBy(...newestFirst(screenings))
      .limit(input.limit + 1)
    const page = pageOf(ctx, 'checks', rows, input.limit, (row) => row, placeOf)
    return { success: true as const, ...page, data: await presentAll(ctx, page.data, true) }
  },
})

async function presentAll(ctx: Ctx, rows: Row[], oneOfMany: boolean): Promise<RecordedCheck[]> {
  const ids = rows.flatMap((row) => row.decision_id ?? [])
  const made = ids.length
    ? await ctx.db
        .select()
        .from(decisions)
        .where(inScope(decisions, ctx, inArray(decisions.id, ids)))
    : []
  const results = await readAll(ctx.db, made)
  const options = { publicUrl: ctx.services.config.publicUrl, receipt: null, allRules: !oneOfMany, oneOfMany }
  const shown = new Map(made.map((row, i) => [row.id, { row, view: presentDecision(row, results[i]!, options) }] as const))
  return Promise.all(
    rows.map(async (row) => present(row, await openAsked(ctx, row), row.decision_id ? (shown.get(row.decision_id) ?? null) : null)),
  )
}

function present(
  row: Row,
  asked: { subject: AskedSubject | null; erased: boolean },
  decided: { row: typeof decisions.$inferSelect; view: WireDecision } | null,
): RecordedCheck {
  const kept = row.result as Partial<KeptResult>
  const status = row.status as RecordedCheck['status']
  const outcome = decided?.row.outcome ?? null
  return {
    id: row.id,
    object: 'sanctions_check',
    kind: row.kind as RecordedCheck['kind'],
    wallet_address: row.wallet_address,
    wallet_id: row.subject_type === 'wallet' ? row.subject_id : null,
    investor_id: row.subject_type === 'investor' ? row.subject_id : null,
    subject: asked.subject,
    erased: asked.erased,
    sanctioned: status === 'hit',
    sanctions_cleared: outcome === 'allow' && status === 'clear',
    status,
    risk_level: riskLevel(status, outcome, kept.matches ?? []),
    was_listed: kept.was_listed ?? false,
    as_of: kept.as_of ?? null,
    matches: kept.matches ?? [],
    demoted: kept.demoted ?? [],
    threshold: kept.threshold ?? null,
    lists: (decided?.row.lists ?? []) as WireDecision['lists'],
    checked_at: row.created_at.toISOString(),
    decision: decided?.view ?? null,
    environment: row.environment,
  }
}

/** What was asked, while it can be opened. */
async function openAsked(ctx: Ctx, row: Row): Promise<{ subject: AskedSubject | null; erased: boolean }> {
  if (row.kind !== 'sanctions') return { subject: null, erased: false }
  try {
    const asked = await ctx.services.keyring.open<Partial<AskedSubject>>(
      ctx.db,
      row.subject_key_id,
      `screenings.subject:${row.id}`,
      row.subject_sealed,
    )
    // Who was erased by their wallet leaves an empty seal.
    if (!Object.keys(asked).length) return { subject: null, erased: true }
    const { wallet_address = null, full_name = null, date_of_birth = null, country = null, entity_type = 'any' } = asked
    return { subject: { wallet_address, full_name, date_of_birth, country, entity_type, ...toldFurther({ ...asked }) }, erased: false }
  } catch (error) {
    if (error instanceof Erased || error instanceof SealError) return { subject: null, erased: true }
    throw error
  }
}
