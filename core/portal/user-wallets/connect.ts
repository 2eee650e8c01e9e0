import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { ensureWallet } from '#core/chain/wallets/find.ts'
import { bestCredential, stateAt } from '#core/identity/credentials/live.ts'
import { createWalletChallenge } from '#core/identity/wallets/challenge.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { requirePermission } from '#core/kernel/permissions.ts'
import { write } from '#core/record/transaction.ts'
import type { Tx } from '#db/connect.ts'
import { wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { readAddressField } from './own.ts'

/** A wallet somebody else has proven control of is theirs, in whatever organisation they are. */
export async function refuseOthers(tx: Tx, ctx: Ctx, canonical: string): Promise<void> {
  const [other] = await tx
    .select({ id: wallets.id })
    .from(wallets)
    .where(
      and(eq(wallets.address, canonical), isNotNull(wallets.user_id), ne(wallets.user_id, ctx.actor.id), eq(wallets.control, 'proven')),
    )
    .limit(1)
  if (other) throw new AppError('wallet_bound_to_other_person', 'Failed to register wallet')
}

const PROVIDER = /^(metamask|[a-z0-9-]+(\.[a-z0-9-]+)+)$/i

/**
 * Ties a browser wallet to the signed-in user. `isKYCVerified` is true only for a live credential and proven control;
 * the nonce is the challenge to prove it with.
 */
export async function connectUserWallet({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { address: string; chainId: string | number; provider: string }
}): Promise<{ isKYCVerified: boolean; walletId: string; nonce: string; message: string }> {
  requirePermission(ctx, 'account.write')
  const address = readAddressField('/address', input.address)
  if (!PROVIDER.test(input.provider))
    throw new AppError('validation_failed', '1 field needs attention', {
      fields: [{ pointer: '/provider', code: 'invalid_enum', detail: 'Name metamask or the reverse domain name of an EIP-6963 wallet.' }],
    })
  // no event: showing a wallet in the browser proves nothing yet; proving control does.
  const wallet = await write(ctx, async (tx) => {
    const row = await ensureWallet(tx, ctx, address)
    await refuseOthers(tx, ctx, address.canonical)
    // Who signed for it with the organisation before is not known to be this person: it is theirs once they sign.
    const theirs = row.control !== 'proven' || row.user_id === ctx.actor.id
    if (theirs)
      await tx
        .update(wallets)
        .set({ user_id: ctx.actor.id, updated_at: new Date(ctx.now) })
        .where(inScope(wallets, ctx, eq(wallets.id, row.id)))
    return {
      result: { ...row, theirs },
      audit: {
        action: 'wallet_connected',
        category: 'user',
        subject: { type: 'wallet', id: row.id },
        details: { provider: input.provider, chain_id: String(input.chainId) },
      },
    }
  })
  const credential = await bestCredential(ctx.db, ctx, wallet)
  const challenge = await createWalletChallenge.run({ ctx, input: { wallet_address: { ok: true, ...address, did: '', checksum: 'none' } } })
  return {
    isKYCVerified: wallet.theirs && wallet.control === 'proven' && credential !== null && stateAt(credential, ctx.now) === 'active',
    walletId: wallet.id,
    nonce: challenge.nonce,
    message: challenge.message,
  }
}
