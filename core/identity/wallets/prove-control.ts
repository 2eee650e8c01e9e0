import { eq } from 'drizzle-orm'
import { connect } from '#chains/evm/client.ts'
import { type ControlMethod, verifySignIn } from '#chains/sign-in.ts'
import { requireDomain } from '#core/access/domains/manage.ts'
import type { WalletRow } from '#core/chain/wallets/find.ts'
import type { Ctx, Judging } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { Tx } from '#db/connect.ts'
import { wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { nonceIn, purposeOf, refuseOtherMessage, useChallenge } from './ask-to-sign.ts'

/**
 * Checks a signed challenge and marks the wallet's control as proven. Smart wallets need a chain endpoint; without one the
 * answer is `chain_not_configured`, never "invalid". `account`: who is signed in and signs, where somebody is.
 */
export async function proveControl(
  tx: Tx,
  ctx: Judging,
  wallet: WalletRow,
  signed: { message: string; signature: string },
  purpose: Parameters<typeof purposeOf>[0] = ['control'],
  account: string | null = null,
): Promise<{ wallet: WalletRow; event: EventInput }> {
  const nonce = nonceIn(signed.message)
  if (!nonce) throw new AppError('signature_invalid', 'The message is not a challenge of this service: it has no nonce line.')
  const challenge = await useChallenge(tx, ctx, nonce)
  if (challenge.purpose !== purposeOf(purpose))
    throw new AppError('nonce_expired', 'This challenge was made for something else. Ask for a new one.')
  if (challenge.address !== wallet.address) throw new AppError('signer_mismatch', 'This challenge was made for another wallet.')
  refuseOtherMessage(challenge, signed.message)
  // What is not the organisation's any more does not count, whatever it asked before.
  if (challenge.domain !== null) await requireDomain(tx, ctx, challenge.domain)
  const { method, chainId } = await checkSignature(ctx, { ...signed, nonce, address: wallet.address, domain: challenge.domain })
  if (chainId !== null && wallet.control_chain_id !== null && wallet.control_chain_id !== chainId)
    throw new AppError(
      'signer_mismatch',
      `This smart wallet was proven on chain ${wallet.control_chain_id}. What stands at its address on another chain may be somebody else’s.`,
    )
  const [row] = await tx
    .update(wallets)
    .set({
      control: 'proven',
      control_method: method,
      control_chain_id: chainId,
      control_proven_at: new Date(ctx.now),
      // It is whose account signs. Whoever only connected it on a page before did not sign for it.
      user_id: account ?? (wallet.control === 'proven' ? wallet.user_id : null),
      updated_at: new Date(ctx.now),
    })
    .where(inScope(wallets, ctx, eq(wallets.id, wallet.id)))
    .returning()
  return {
    wallet: row!,
    event: {
      type: 'wallet.control_proven',
      resource: { type: 'wallet', id: wallet.id },
      object: { wallet_id: wallet.id, method },
    },
  }
}

/**
 * How the wallet signed a message of ours with this nonce: by its key, or by its contract on a chain. Throws `signature_invalid`,
 * `signer_mismatch`, `nonce_expired`; for a smart wallet whose chain cannot be asked `chain_not_configured` or `not_ready`.
 */
export async function checkSignature(
  ctx: Pick<Ctx, 'now' | 'services'>,
  p: { message: string; signature: string; nonce: string; address: string; domain?: string | null },
): Promise<{ method: ControlMethod; chainId: number | null }> {
  const { config } = ctx.services
  const verdict = await verifySignIn({
    message: p.message,
    signature: p.signature,
    expected: { address: p.address, domain: p.domain ?? new URL(config.publicUrl).host, nonce: p.nonce, now: ctx.now },
    clientFor: (chainId) => {
      const url = config.evmRpcUrls[String(chainId)]
      return url ? connect([url]) : undefined
    },
  })
  if (verdict.result === 'unavailable') {
    if (verdict.retryable)
      throw new AppError('not_ready', 'The chain of this smart wallet did not answer, so it cannot be checked now. Try again in a moment.')
    if (verdict.recovered)
      throw new AppError(
        'signer_mismatch',
        'The signature is from another plain account. If this is a smart wallet, a chain endpoint is needed to tell.',
      )
    throw new AppError('chain_not_configured', 'This looks like a smart wallet, and no chain endpoint is configured to ask it.')
  }
  if (verdict.result === 'invalid') {
    if (verdict.problem === 'signer_mismatch') throw new AppError('signer_mismatch', 'The message names another wallet.')
    if (verdict.problem === 'nonce_expired' || verdict.problem === 'nonce_mismatch')
      throw new AppError('nonce_expired', 'The challenge has expired. Ask for a new one.')
    throw new AppError('signature_invalid', 'The signature does not fit the message and the wallet.')
  }
  return { method: verdict.method, chainId: verdict.chainId ?? null }
}
