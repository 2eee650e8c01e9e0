import { eq, sql } from 'drizzle-orm'
import type { TenantNow } from '#core/kernel/context.ts'
import type { Tx } from '#db/connect.ts'
import { investors } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { InvestorRow } from './create.ts'

/**
 * Notes that the wallet of an investor signed for them. What its holder shows, before or after, then counts for the investor (`reaches`);
 * naming a wallet alone makes nothing of its holder's evidence theirs.
 */
export async function noteSigned(tx: Tx, ctx: TenantNow, row: InvestorRow, walletId: string): Promise<InvestorRow> {
  const [noted] = await tx
    .update(investors)
    .set({ facts: sql`${investors.facts} || ${JSON.stringify({ wallet_signed: walletId })}::jsonb` })
    .where(inScope(investors, ctx, eq(investors.id, row.id)))
    .returning()
  return noted!
}
