import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Release } from '#core/screening/holds/lift-matches.ts'
import type { Tx } from '#db/connect.ts'
import { wallets } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import { openPerson } from '../persons/ensure.ts'
import { boundPerson } from './starting-credential.ts'
import { type WalletVerifyInput, walletVerifyInput } from './verification-fields.ts'
import { runWalletVerification } from './verify.ts'

/** Verifies a waiting wallet again after two people released what held it. Throws `conflict` when something else does. */
export async function releaseWallet(
  tx: Tx,
  ctx: Ctx,
  id: string,
  release: Release,
): Promise<{ what: string; audit: AuditInput[]; events: EventInput[] }> {
  const wallet = await lockScoped(tx, wallets, ctx, id)
  if (!wallet) throw notFound()
  // What it was held for is lifted; a wallet that does not wait needs nothing more.
  if (wallet.verification_status !== 'pending') return { what: wallet.verification_status, audit: [], events: [] }
  const person = await boundPerson(tx, ctx, wallet)
  if (!person) throw new AppError('conflict', 'Nobody is tied to this wallet any more. The holder has to be verified anew.')
  const known = await openPerson(tx, ctx, person)
  // Who plays a listed person does so again, or the decision would be about other facts than those that were seen.
  const played = ctx.world.personas.at(wallet.address) ?? ctx.world.personas.named(known.full_name)
  const input: WalletVerifyInput = {
    ...walletVerifyInput.parse({ wallet_address: wallet.address }),
    // As it was given once: checked then, kept sealed since.
    kyc_data: known as WalletVerifyInput['kyc_data'],
  }
  const { result, audit, events } = await runWalletVerification(tx, ctx, input, played, { release })
  // A fact that is still missing is for the holder to bring; only another hold stands against the release.
  if (result.verification_status === 'pending' && !result.decision.missing.length)
    throw new AppError('conflict', `Something else holds this wallet: ${result.decision.reason_codes.join(', ')}.`)
  return { what: result.verification_status, audit, events }
}

/** Ends a waiting verification: the wallet is rejected. */
export async function refuseWallet(tx: Tx, ctx: Ctx, id: string, reasonCode: string) {
  const wallet = await lockScoped(tx, wallets, ctx, id)
  if (!wallet) throw notFound()
  if (wallet.verification_status !== 'pending') return { what: wallet.verification_status, audit: [], events: [] }
  await tx
    .update(wallets)
    .set({ verification_status: 'rejected', verified_at: null, updated_at: new Date(ctx.now) })
    .where(inScope(wallets, ctx, eq(wallets.id, id)))
  const event: EventInput = {
    type: 'wallet.verification.rejected',
    resource: { type: 'wallet', id },
    object: { wallet_id: id, rejection: { code: reasonCode, retryable: false } },
  }
  return { what: 'rejected', audit: [], events: [event] }
}
