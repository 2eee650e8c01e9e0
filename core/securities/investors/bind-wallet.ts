import { and, eq, ne } from 'drizzle-orm'
import { ensureWallet, refuseSuperseded } from '#core/chain/wallets/find.ts'
import { EVIDENCE_CAME } from '#core/identity/evidence/record.ts'
import { proveControl } from '#core/identity/wallets/prove-control.ts'
import { bindPerson } from '#core/identity/wallets/starting-credential.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { setTimer } from '#core/record/timers/set-timer.ts'
import type { Tx } from '#db/connect.ts'
import { investors } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { InvestorRow } from './create.ts'
import { noteSigned } from './wallet-signed.ts'

interface Named {
  wallet_address: { canonical: string; family: 'evm' | 'solana' }
  signature?: { message: string; signature: string } | undefined
}

/**
 * Gives an investor who exists the wallet that a call names, in the way of the house: signed for, by the person it belongs to. A wallet is
 * never left out in silence: one of somebody else, or beside another of this investor, is refused. Throws
 * `wallet_bound_to_other_person`, `conflict`, `validation_failed`, and what the proof of control does.
 */
export async function bindWallet(tx: Tx, ctx: Ctx, row: InvestorRow, named: Named): Promise<InvestorRow> {
  let wallet = await ensureWallet(tx, ctx, named.wallet_address)
  if (row.wallet_id === wallet.id) return row
  refuseSuperseded(wallet)
  if (wallet.person_id && wallet.person_id !== row.person_id)
    throw new AppError('wallet_bound_to_other_person', 'This wallet belongs to another person. Nothing was changed.')
  const [other] = await tx
    .select({ id: investors.id })
    .from(investors)
    .where(inScope(investors, ctx, and(eq(investors.wallet_id, wallet.id), ne(investors.id, row.id))))
    .limit(1)
  if (other) throw new AppError('wallet_bound_to_other_person', 'This wallet belongs to another investor of yours. Nothing was changed.')
  if (row.wallet_id) {
    // Another wallet of the same person stays theirs, and units find them by it: it does not take the first one's place.
    if (wallet.person_id === row.person_id) return row
    throw new AppError(
      'conflict',
      'This investor has another wallet. The holder replaces a lost one on their dashboard, or POST /v1/credentials/{id}/supersede moves to a new one; verify a second one with POST /v1/wallets/verify.',
    )
  }
  // In the sandbox nobody can sign for a magic wallet.
  if (named.signature) wallet = (await proveControl(tx, ctx, wallet, named.signature)).wallet
  else if (wallet.control !== 'proven' && ctx.world.chain.wantsProof)
    throw invalidField(
      '/signature',
      'required',
      'An investor who exists takes a wallet that signed for itself: ask POST /v1/wallets/challenge for a message, have it signed, and send both as signature.',
    )
  await bindPerson(tx, ctx, wallet, { id: row.person_id })
  const [stored] = await tx
    .update(investors)
    .set({ wallet_id: wallet.id, updated_at: new Date(ctx.now) })
    .where(inScope(investors, ctx, eq(investors.id, row.id)))
    .returning()
  if (!named.signature) return stored!
  // What its holder showed before is theirs to count on now.
  await setTimer(tx, ctx, { kind: EVIDENCE_CAME, subjectId: row.person_id, dueMs: ctx.now })
  return noteSigned(tx, ctx, stored!, wallet.id)
}
