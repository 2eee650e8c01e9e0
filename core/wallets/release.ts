import { eq } from 'drizzle-orm'
import type { Tx } from '#db/connect.ts'
import { wallets } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import type { AuditInput } from '../audit/append.ts'
import type { Release } from '../cases/lift-matches.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import type { EventInput } from '../events.ts'
import { openPerson } from '../persons/ensure.ts'
import { scenarioOf } from '../sandbox/scenarios.ts'
import { boundPerson } from './starting-credential.ts'
import { runWalletVerification, type WalletVerifyInput, walletVerifyInput } from './verify.ts'

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
  const input: WalletVerifyInput = {
    ...walletVerifyInput.parse({ wallet_address: wallet.address }),
    // As it was given once: checked then, kept sealed since.
    kyc_data: known as WalletVerifyInput['kyc_data'],
  }
  const { result, audit, events } = await runWalletVerification(tx, ctx, input, scenarioOf(ctx, wallet.address), { release })
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
