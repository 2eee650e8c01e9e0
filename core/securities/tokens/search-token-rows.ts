import { and, count, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { lookUpNames } from '#core/access/users/look-up-names.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { likeText, offsetOf, type Rows, rowsInput } from '#core/kernel/rows.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { auditLogs, offerings, organizations } from '#db/schema.ts'
import { type TokenState, tokenState } from '../token-state/state.ts'

const tokenRowsInput = z.strictObject({
  ...rowsInput(['created_at']),
  state: z.enum(['linked', 'active', 'paused', 'deactivated']).optional(),
  environment: z.enum(['sandbox', 'production']).optional(),
  /** Part of the name of the offering or organisation, the offering's id, or the contract's address. */
  q: z.string().trim().max(120).optional(),
})

export interface TokenRow {
  id: string
  name: string
  organization: { id: string; name: string }
  environment: string
  state: TokenState
  chain: string | null
  token_address: string | null
  tokens_issued: string
  pause: { at: string; by: string; role: 'issuer' | 'admin'; reason_code: string } | null
  /** Pauses and resumptions, the newest first. */
  history: { id: string; at: string; act: 'paused' | 'resumed'; by: string; reason_code: string; note: string | null }[]
}

/** The tokens of every organisation whose contract is linked, the paused first: where an administrator stops one. */
export const searchTokenRows = definePageVerb({
  name: 'tokens.search_rows',
  permission: 'offerings.write',
  admin: true,
  input: tokenRowsInput,
  run: async ({ ctx, input }): Promise<Rows<TokenRow> & { paused: number }> => {
    const paused = STATES.paused
    const where = and(
      isNotNull(offerings.token_link),
      input.state ? STATES[input.state] : undefined,
      input.environment ? eq(offerings.environment, input.environment) : undefined,
      input.q
        ? or(
            sql`${offerings.name} ilike ${likeText(input.q)}`,
            sql`${organizations.name} ilike ${likeText(input.q)}`,
            eq(offerings.id, input.q),
            sql`lower(${offerings.token_address}) = ${input.q.toLowerCase()}`,
          )
        : undefined,
    )
    const [found, [all], [stopped]] = await Promise.all([
      ctx.db
        .select({ row: offerings, organization: organizations.name })
        .from(offerings)
        .innerJoin(organizations, eq(organizations.id, offerings.organization_id))
        .where(where)
        .orderBy(sql`${paused} desc`, desc(offerings.created_at), desc(offerings.id))
        .limit(input.page_size)
        .offset(offsetOf(input)),
      ctx.db.select({ n: count() }).from(offerings).innerJoin(organizations, eq(organizations.id, offerings.organization_id)).where(where),
      ctx.db.select({ n: count() }).from(offerings).where(paused),
    ])
    const entries = await historyOf(
      ctx,
      found.map(({ row }) => row.id),
    )
    const { mailOf } = await lookUpNames(ctx, {
      organizations: [],
      people: [
        ...entries.filter(isOwn).map((one) => one.actor_id),
        ...found.flatMap(({ row }) => (row.token_pause?.role === 'admin' ? row.token_pause.by : [])),
      ],
    })
    // Who acted for the issuer, and in which words, is for the issuer.
    const called = (id: string, own: boolean) => (own ? (mailOf.get(id) ?? id) : 'the issuer')
    return {
      page: input.page,
      page_size: input.page_size,
      total: all!.n,
      paused: stopped!.n,
      rows: found.map(({ row, organization }) => ({
        id: row.id,
        name: row.name,
        organization: { id: row.organization_id, name: organization },
        environment: row.environment,
        state: tokenState(row),
        chain: row.chain,
        token_address: row.token_address,
        tokens_issued: row.tokens_issued,
        pause: row.token_pause ? { ...row.token_pause, by: called(row.token_pause.by, row.token_pause.role === 'admin') } : null,
        history: entries
          .filter((one) => one.subject_id === row.id)
          .map((one) => ({
            id: one.id,
            at: one.timestamp.toISOString(),
            act: one.action === 'token_paused' ? ('paused' as const) : ('resumed' as const),
            by: called(one.actor_id, isOwn(one)),
            reason_code: String(one.details.reason_code),
            note: isOwn(one) && typeof one.details.note === 'string' ? one.details.note : null,
          })),
      })),
    }
  },
})

/** Whether an administrator of the platform did it. */
const isOwn = ({ details }: Pick<typeof auditLogs.$inferSelect, 'details'>): boolean => details.role === 'admin'

/** `tokenState` for the database. */
const begun = sql`${offerings.token_end} is null and ${offerings.token_link} is not null and ${offerings.status} in ('open', 'paused', 'closed')`
const STATES: Record<Exclude<TokenState, 'unlinked'>, SQL<boolean>> = {
  paused: sql`(${begun} and ${offerings.token_pause} is not null)`,
  active: sql`(${begun} and ${offerings.token_pause} is null)`,
  linked: sql`(${offerings.token_end} is null and ${offerings.token_link} is not null and ${offerings.status} not in ('open', 'paused', 'closed'))`,
  deactivated: sql`(${offerings.token_end} is not null)`,
}

async function historyOf(ctx: Ctx, ids: string[]) {
  if (ids.length === 0) return []
  return ctx.db
    .select()
    .from(auditLogs)
    .where(
      and(
        inArray(auditLogs.subject_id, ids),
        inArray(auditLogs.action, ['token_paused', 'token_resumed']),
        eq(auditLogs.status, 'success'),
      ),
    )
    .orderBy(desc(auditLogs.timestamp), desc(auditLogs.id))
    .limit(500)
}
