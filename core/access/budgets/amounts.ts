import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { placeKey } from '#core/kernel/network-place.ts'
import type { Services } from '#core/kernel/services.ts'
import { databaseLimits } from '#core/record/rate-limits/store.ts'
import type { Db, Tx } from '#db/connect.ts'
import { type AmountName, limitReached } from './limits.ts'

// Nothing is kept beside what it counts: an amount is the sum of what there is, so it is the same in every process, and what is
// deleted or has expired is given back at that moment.

/** The budget of everybody at one address who has no account. The address itself is not kept. */
export const budgetOfAddress = (services: Pick<Services, 'keyring'>, ip: string | null): string => `address:${placeKey(services, ip)}`

export const isOfVisitor = (budget: string): boolean => budget.startsWith('address:')

/** Whose budget an organisation lives on: its own, that of the tenant it was copied for, or that of an address. */
async function budgetOf(db: Db | Tx, organizationId: string): Promise<string> {
  const { rows } = await db.execute<{ budget: string }>(
    sql`select coalesce(budget_id, id) as budget from organizations where id = ${organizationId}`,
  )
  return rows[0]?.budget ?? organizationId
}

const DAY = 86_400

/** What is there, and counted. Rows of files are taken from a day instead: what was asked for is not given back. */
type Held = Exclude<AmountName, 'bulk-rows'>

/** What counts towards each amount, over all organisations `own` that live on one budget, and when a part of it comes back. */
const USED: Record<Held, (own: SQL) => SQL> = {
  'stored-bytes': (own) => sql`(select coalesce(sum(octet_length(content_sealed)), 0) from documents where organization_id in ${own})
    + (select coalesce(sum(octet_length(p.input_sealed) + coalesce(octet_length(p.output_sealed), 0)), 0)
        from bulk_parts p join bulk_screenings b on b.id = p.bulk_id where b.organization_id in ${own})`,
  forks: (own) => sql`(select count(*) from organizations o where o.id in ${own} and o.forked_from is not null and o.expires_at > now())`,
  // Node ends a request that is not there after five minutes.
  'open-uploads': (own) => sql`(select count(*) from bulk_screenings
    where organization_id in ${own} and status = 'uploading' and updated_at > now() - interval '5 minutes')`,
}
const WAIT: Record<AmountName, number> = { 'stored-bytes': DAY, forks: 3_600, 'bulk-rows': 3_600, 'open-uploads': 10 }
const REMEDY: Record<AmountName, string> = {
  'stored-bytes': 'Remove documents or wait until results have expired; nothing new was kept.',
  forks: 'Use a copy there is, or wait until one has expired.',
  'bulk-rows': 'Send the rest of the rows tomorrow.',
  'open-uploads': 'Wait until an upload has ended.',
}

/** The limit of an amount that a call's organisation is under. */
async function limitOf(db: Db | Tx, ctx: Ctx, amount: AmountName) {
  const budget = await budgetOf(db, ctx.organizationId)
  const visitor = isOfVisitor(budget)
  const name = visitor ? (`visitors-${amount}` as const) : amount
  return { name, budget, visitor, most: ctx.services.config.limits.amounts[name] }
}

const off = (ctx: Ctx) => ctx.services.config.limits.amounts['stored-bytes'] === Number.POSITIVE_INFINITY

/**
 * Makes sure that `more` may be added to what an organisation and those on the same budget hold, and returns what is left with
 * it. Visitors wait for each other until the transaction that adds it ends. Throws `rate_limited`.
 */
export async function requireAmount(db: Db | Tx, ctx: Ctx, amount: Held, more: number): Promise<number> {
  if (off(ctx)) return Number.POSITIVE_INFINITY
  const { name, budget, visitor, most } = await limitOf(db, ctx, amount)
  if (visitor) await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`budget:${amount}:${budget}`}, 0))`)
  const own = sql`(select id from organizations where coalesce(budget_id, id) = ${budget})`
  const { rows } = await db.execute<{ used: string }>(sql`select ${USED[amount](own)} as used`)
  const left = most - Number(rows[0]!.used) - more
  if (left < 0) throw limitReached({ name, most, wait: WAIT[amount] }, REMEDY[amount])
  return left
}

/** Takes rows of a file from the number of a day. Throws `rate_limited`. */
export async function takeBulkRows(ctx: Ctx, rows: number): Promise<void> {
  if (off(ctx)) return
  const { name, budget, most } = await limitOf(ctx.db, ctx, 'bulk-rows')
  const policy = { name, rate: most / DAY, burst: most }
  if ((await databaseLimits(ctx.services.connection).take(`${name}:${budget}`, policy, rows)) === null)
    throw limitReached({ name, most, wait: WAIT['bulk-rows'] }, REMEDY['bulk-rows'])
}
