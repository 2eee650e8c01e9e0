import { and, desc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { contractsOf } from '#core/chain/transactions/known-tokens.ts'
import { worth } from '#core/chain/transactions/worth.ts'
import type { Ctx } from '#core/kernel/context.ts'
import type { Sources } from '#core/record/facts/sources.ts'
import { asRoom } from '#core/record/facts/table.ts'
import type { Rate } from '#core/sources/rates/store.ts'
import type { Tx } from '#db/connect.ts'
import { reserveDuties, reserveStatements, transactions } from '#db/schema.ts'
import { inScope, lockName } from '#db/scoped.ts'
import { isoDay, legalDay } from '#engine/dates.ts'
import type { Room } from '#engine/facts/of-checks.ts'
import { formatMicro, micro, parseMicro } from '#engine/money.ts'
import { monthEnd } from '../reserves/months.ts'

/** What makes, ends, sells or rewards a coin, so that the laws on stablecoins are about it. */
export const concernsCoin = (type: string): boolean => ['mint', 'burn', 'buy', 'redeem', 'reward'].includes(type)

/** What a caller may say of a reserve, which is of one moment: all of it together, or nothing. */
const RESERVE = ['token.outstanding_usd', 'token.reserves', 'token.reserves_at'] as const

type Words = Readonly<Record<string, unknown>>

/** A coin as our own records know it, the words on it that count beside them, and the facts that no word brought. */
interface Coin {
  early: boolean
  facts: Room<'token'>
  said: Words
  found: Sources
}

/**
 * What our own records say of a coin: its newest reserve statement, what was made of it here, and that its issuer publishes statements,
 * by which it is held to the GENIUS Act before that binds. A later reserve may be stated, as a whole: a day alone makes no old figure
 * new, a figure of before the statement is superseded by it, and no word takes away what was minted here since.
 */
export async function coinFacts(
  tx: Tx,
  ctx: Ctx,
  { id, token, said, rates }: { id: string; token: string | undefined; said: Words; rates: readonly Rate[] },
): Promise<Coin> {
  if (!token) return { early: false, facts: {}, said, found: {} }
  // Two mints at one moment would not count each other.
  await lockName(tx, ctx, `coin:${token}`)
  const [newest] = await tx
    .select()
    .from(reserveStatements)
    .where(inScope(reserveStatements, ctx, eq(reserveStatements.token, token)))
    .orderBy(desc(reserveStatements.month), desc(reserveStatements.version))
    .limit(1)
  const [duty] = await tx
    .select({ token: reserveDuties.token })
    .from(reserveDuties)
    .where(inScope(reserveDuties, ctx, and(eq(reserveDuties.token, token))))
    .limit(1)
  const published = newest ? monthEnd(newest.month) : 0
  const least = micro(newest?.outstanding ?? '0') + (await madeSince(tx, ctx, { id, token, rates, since: published }))
  const words = wordsOnReserve(said, published, least)
  const known = newest && !RESERVE.some((path) => path in said)
  // Stated as less than what our records show, it is read from them; one of another moment stands for nothing.
  const less = 'token.reserves_at' in words && 'token.outstanding_usd' in said && !('token.outstanding_usd' in words)
  const facts = {
    ...(known && publishedReserve(newest)),
    ...((known || less) && { outstanding_usd: formatMicro(least) }),
  }
  return {
    early: duty !== undefined,
    said: words,
    found: Object.fromEntries(Object.keys(facts).map((name) => [`token.${name}`, 'measured'])),
    facts: { ...facts, ...(newest && { report: reportOf(newest) }) },
  }
}

type Statement = typeof reserveStatements.$inferSelect

const publishedReserve = ({ reserves, month }: Statement): Room<'token'> => ({
  ...asRoom('token', {
    reserves: reserves.map(({ type, amount, remaining_days, encumbered }) => ({ type, value: amount, remaining_days, encumbered })),
  }),
  reserves_at: new Date(monthEnd(month)).toISOString(),
})

const reportOf = ({ month, created_at, certified_by }: Statement): Room<'token'>['report'] => ({
  period: month,
  published_on: isoDay(legalDay(created_at.getTime())),
  examined: true,
  certified_by: [...new Set(certified_by.map((one) => one.role))].sort(),
})

/** The words of a call without those on a reserve that our own records supersede. */
function wordsOnReserve(said: Words, published: number, least: bigint): Words {
  const at = said['token.reserves_at']
  const older = typeof at === 'string' && Date.parse(at) <= published
  const outstanding = said['token.outstanding_usd']
  const less = typeof outstanding === 'string' && (parseMicro(outstanding) ?? 0n) < least
  const superseded: readonly string[] = older ? RESERVE : less ? ['token.outstanding_usd'] : []
  return Object.fromEntries(Object.entries(said).filter(([path]) => !superseded.includes(path)))
}

/** What may be on its chain, or will be: an approval that lapsed is not. */
const MADE = ['approved', 'submitted', 'settled'] as const

/** What was minted of a coin here since a moment, without what was settled as burnt or redeemed, in dollars; never less than nothing. */
async function madeSince(tx: Tx, ctx: Ctx, p: { id: string; token: string; rates: readonly Rate[]; since: number }): Promise<bigint> {
  const rows = await tx
    .select({
      made: sql<string>`coalesce(sum(${transactions.amount}) filter (where ${transactions.type} = 'mint'), 0)::text`,
      ended: sql<string>`coalesce(sum(${transactions.amount}) filter (where ${transactions.type} <> 'mint'), 0)::text`,
    })
    .from(transactions)
    .where(
      inScope(
        transactions,
        ctx,
        or(
          eq(transactions.currency, p.token),
          inArray(
            sql`lower(${transactions.asset} ->> 'contract')`,
            contractsOf(p.token).map((contract) => contract.toLowerCase()),
          ),
        ),
        isNull(transactions.offering_id),
        ne(transactions.id, p.id),
        gt(transactions.created_at, new Date(p.since)),
        or(
          and(eq(transactions.type, 'mint'), isNull(transactions.from_address), inArray(transactions.status, MADE)),
          and(inArray(transactions.type, ['burn', 'redemption']), eq(transactions.status, 'settled')),
        ),
      ),
    )
  const dollars = (amount: string) => worth(amount, p.token, 'USD', p.rates)
  const net = rows.reduce((sum, { made, ended }) => sum + dollars(made) - dollars(ended), 0n)
  return net > 0n ? net : 0n
}
