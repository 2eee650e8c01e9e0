import { eq } from 'drizzle-orm'
import type { Queryable } from '#db/connect.ts'
import { wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import { newId } from '../ids.ts'

export type WalletRow = typeof wallets.$inferSelect

/** The caller's record of a wallet, by canonical address, or null. */
export async function findWallet(db: Queryable, ctx: Ctx, canonical: string): Promise<WalletRow | null> {
  const [row] = await db
    .select()
    .from(wallets)
    .where(inScope(wallets, ctx, eq(wallets.address, canonical)))
    .limit(1)
  return row ?? null
}

/** The caller's record of a wallet, locked, made when it does not exist. */
export async function ensureWallet(tx: Queryable, ctx: Ctx, address: { canonical: string; family: 'evm' | 'solana' }): Promise<WalletRow> {
  const at = new Date(ctx.now)
  await tx
    .insert(wallets)
    .values({
      id: newId('wallet', ctx.now),
      organization_id: ctx.organizationId,
      environment: ctx.environment,
      address: address.canonical,
      family: address.family,
      created_at: at,
      updated_at: at,
    })
    .onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(wallets)
    .where(inScope(wallets, ctx, eq(wallets.address, address.canonical)))
    .limit(1)
    .for('update')
  return row!
}
