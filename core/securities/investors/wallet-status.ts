import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import type { Tx } from '#db/connect.ts'
import { wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Status } from './present.ts'

/** Lets an investor's wallet say what became of the identity behind it. */
export async function setWalletStatus(tx: Tx, ctx: Ctx, walletId: string | null, identity: Status): Promise<void> {
  if (!walletId) return
  await tx
    .update(wallets)
    .set({
      verification_status: identity === 'verified' ? 'basic' : identity === 'incomplete' ? 'none' : identity,
      verified_at: identity === 'verified' ? new Date(ctx.now) : null,
    })
    .where(inScope(wallets, ctx, eq(wallets.id, walletId)))
}
