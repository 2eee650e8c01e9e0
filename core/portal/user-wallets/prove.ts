import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { findWallet, type WalletRow } from '#core/chain/wallets/find.ts'
import { bestCredential, stateAt } from '#core/identity/credentials/live.ts'
import { ownInvestor } from '#core/identity/persons/own-investor.ts'
import { nonceIn } from '#core/identity/wallets/ask-to-sign.ts'
import { proveControl } from '#core/identity/wallets/prove-control.ts'
import { bindPerson } from '#core/identity/wallets/starting-credential.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { requirePermission } from '#core/kernel/permissions.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { notify } from '#core/record/notifications/notify.ts'
import { write } from '#core/record/transaction.ts'
import type { InvestorRow } from '#core/securities/investors/create.ts'
import { runVerification } from '#core/securities/investors/run-verification.ts'
import { updatedEvents } from '#core/securities/investors/updated-events.ts'
import type { Tx } from '#db/connect.ts'
import { challenges, investors } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { refuseOthers } from './connect.ts'

export const proveWalletInput = z.strictObject({ message: z.string().max(4_000), signature: z.string().max(20_000) })

/**
 * Checks the signed challenge of the person's own wallet. When the identity is verified already, the credential is sealed to the
 * wallet, or the wallet joins the one there is. `ctx` is a personal one. Throws `signature_invalid`, `signer_mismatch`,
 * `nonce_expired`, `wallet_bound_to_other_person`, `chain_not_configured`.
 */
export async function proveOwnWallet({ ctx, input }: { ctx: Ctx; input: z.output<typeof proveWalletInput> }) {
  requirePermission(ctx, 'account.write')
  return write(ctx, async (tx) => {
    const [challenge] = await tx
      .select()
      .from(challenges)
      .where(eq(challenges.nonce, nonceIn(input.message)))
      .limit(1)
    const wallet = challenge ? await findWallet(tx, ctx, challenge.address) : null
    // One that somebody signed for with the organisation belongs to no account yet.
    const unowned = wallet?.user_id === null && wallet.control === 'proven'
    if (!wallet || (wallet.user_id !== ctx.actor.id && !unowned))
      throw new AppError('nonce_expired', 'Connect the wallet again, then sign.')
    const proof = await proveControl(tx, ctx, wallet, input, ['control'], ctx.actor.id)
    if (unowned) await refuseOthers(tx, ctx, wallet.address)
    const sealed = await sealTo(tx, ctx, proof.wallet)
    const credential = await bestCredential(tx, ctx, { ...wallet, person_id: sealed.personId })
    return {
      result: {
        success: true as const,
        walletId: wallet.id,
        control: 'proven' as const,
        isKYCVerified: credential !== null && stateAt(credential, ctx.now) === 'active',
      },
      audit: [
        {
          action: 'wallet_control_proven',
          category: 'user' as const,
          subject: { type: 'wallet', id: wallet.id },
          details: { method: proof.wallet.control_method },
        },
        ...sealed.audit,
      ],
      events: [proof.event, ...sealed.events],
    }
  })
}

/** Seals the person's verified identity to a wallet just proven; nothing happens before there is one. */
async function sealTo(
  tx: Tx,
  ctx: Ctx,
  wallet: WalletRow,
): Promise<{ personId: string | null; audit: AuditInput[]; events: EventInput[] }> {
  const row = await ownInvestor(tx, ctx)
  if (!row) return { personId: wallet.person_id, audit: [], events: [] }
  await bindPerson(tx, ctx, wallet, { id: row.person_id })
  const held = await bestCredential(tx, ctx, { ...wallet, person_id: row.person_id })
  const live = held !== null && stateAt(held, ctx.now) === 'active'
  const linked: EventInput = {
    type: 'wallet.linked',
    resource: { type: 'wallet', id: wallet.id },
    object: { wallet_id: wallet.id, credential_id: live ? held.id : null, control: 'proven' },
  }
  if (row.wallet_id && row.wallet_id !== wallet.id && live) return { personId: row.person_id, audit: [], events: [linked] }
  const [bound] = (await tx
    .update(investors)
    .set({ wallet_id: wallet.id })
    .where(inScope(investors, ctx, eq(investors.id, row.id)))
    .returning()) as [InvestorRow]
  const updated = updatedEvents(row, bound)
  if (row.identity_status !== 'verified' || live) return { personId: row.person_id, audit: [], events: [linked, ...updated] }
  const done = await runVerification(tx, ctx, bound, { checks: ['identity', 'sanctions'], force: true })
  if (done.result.credential)
    await notify(tx, ctx, {
      userId: ctx.actor.id,
      title: 'Your credential is sealed',
      body: 'It is bound to your wallet and good in every market you admit it to.',
      href: '/dashboard/credentials',
    })
  return { personId: row.person_id, audit: [done.audit], events: [linked, ...updated, ...done.events] }
}
