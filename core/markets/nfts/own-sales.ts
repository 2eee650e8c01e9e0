import { and, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { MarketSubject } from '#core/identity/wallets/market-subject.ts'
import type { Ctx } from '#core/kernel/context.ts'
import type { Tx } from '#db/connect.ts'
import { transactions, wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

const DAYS = 90

/** Sales of ninety days between wallets of one person, allowed or not: each of them is a sign of wash trading. */
export async function ownSales(tx: Tx, ctx: Ctx, { person }: MarketSubject): Promise<number> {
  if (!person) return 0
  const own = tx
    .select({ address: wallets.address })
    .from(wallets)
    .where(inScope(wallets, ctx, eq(wallets.person_id, person.id)))
  const [found] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(transactions)
    .where(
      inScope(
        transactions,
        ctx,
        and(
          inArray(transactions.from_address, own),
          inArray(transactions.to_address, own),
          or(eq(transactions.market, 'nfts'), sql`${transactions.asset} ->> 'token_id' is not null`),
          gt(transactions.created_at, new Date(ctx.now - DAYS * 86_400_000)),
        ),
      ),
    )
  return found!.count
}
