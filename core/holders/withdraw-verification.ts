import { IDENTITY, InvalidTransition, transition } from '#engine/lifecycles/index.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { endReview } from '../investors/end-review.ts'
import { setWalletStatus } from '../investors/wallet-status.ts'
import { requirePermission } from '../permissions.ts'
import { write } from '../transaction.ts'
import { lockOwnInvestor } from './own-investor.ts'
import { personalCtx } from './personal.ts'
import { changeStatus, mirror } from './verification.ts'

/**
 * Takes back an identity that waits to be looked at, so that it can be corrected and sent again. A possible match with a list stays
 * before the people who judge it. Throws `not_found`, `invalid_transition` when nothing waits.
 */
export async function withdrawOwnVerification({ ctx }: { ctx: Ctx }): Promise<{ success: true }> {
  requirePermission(ctx, 'account.write')
  const own = await personalCtx(ctx)
  return write(own, async (tx) => {
    const row = await lockOwnInvestor(tx, own)
    if (!row) throw notFound()
    try {
      transition(IDENTITY, row.identity_status, 'withdraw', { who: 'I' })
    } catch (error) {
      if (!(error instanceof InvalidTransition)) throw error
      throw new AppError('invalid_transition', `Nothing waits that could be taken back: your identity is ${row.identity_status}.`)
    }
    const events = await changeStatus(tx, own, row, 'identity_status', 'incomplete', { reason: 'withdrawn' })
    await setWalletStatus(tx, own, row.wallet_id, 'incomplete')
    const closed = await endReview(tx, own, { investorId: row.id, check: 'identity', keepMatches: true })
    await mirror(tx, own, own.actor.id, null)
    return {
      result: { success: true as const },
      audit: { action: 'verification_withdrawn', category: 'user', subject: { type: 'investor', id: row.id } },
      events: [...events, ...closed],
    }
  })
}
