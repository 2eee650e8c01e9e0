import { and, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { inDollars } from '#core/chain/transactions/worth.ts'
import type { MarketSubject } from '#core/identity/wallets/market-subject.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { type Rate, type StatedRate, withStatedRate } from '#core/sources/rates/store.ts'
import type { Tx } from '#db/connect.ts'
import { transactions } from '#db/schema.ts'
import { inScope, lockName } from '#db/scoped.ts'
import { formatMicro } from '#engine/money.ts'
import { countedWithin, walletsOf } from './history.ts'

const DAY_MS = 86_400_000
/** Sales that are looked at, the newest first. */
const MOST = 1_000

/**
 * Sales that count together with one of this token to this buyer: in the 24 hours before, from the same seller or out of the same
 * collection, over all wallets of both. Null while nobody knows what one of them was worth in dollars.
 */
export async function linkedSales(
  tx: Tx,
  ctx: Ctx,
  p: { id: string; from: MarketSubject | null; to: MarketSubject | null; contract: string | null; rates: readonly Rate[] },
): Promise<{ at: string; usd: string }[] | null> {
  if (!p.to) return []
  if (p.to.person) await lockName(tx, ctx, `purchases:${p.to.person.id}`)
  const buyers = await walletsOf(tx, ctx, p.to, p.to.wallet.address)
  const sellers = await walletsOf(tx, ctx, p.from, p.from?.wallet.address ?? null)
  const rows = await tx
    .select({ amount: transactions.amount, currency: transactions.currency, at: transactions.created_at, facts: transactions.facts })
    .from(transactions)
    .where(
      inScope(
        transactions,
        ctx,
        and(
          inArray(transactions.to_address, buyers),
          or(
            sellers.length ? inArray(transactions.from_address, sellers) : undefined,
            p.contract ? eq(sql`${transactions.asset} ->> 'contract'`, p.contract) : undefined,
          ),
          isNull(transactions.offering_id),
          or(eq(transactions.market, 'nfts'), sql`${transactions.asset} ->> 'token_id' is not null`),
          ne(transactions.id, p.id),
          countedWithin(ctx, DAY_MS),
        ),
      ),
    )
    .orderBy(desc(transactions.created_at))
    .limit(MOST)
  const sales = rows.flatMap((row) => {
    const currency = row.currency ?? 'USD'
    const rates = withStatedRate(p.rates, currency, row.facts['sale.rate'] as StatedRate | undefined)
    const usd = inDollars(row.amount, currency, rates)
    return usd === null ? [] : [{ at: new Date(Math.min(row.at.getTime(), ctx.now)).toISOString(), usd: formatMicro(usd) }]
  })
  return sales.length === rows.length ? sales : null
}
