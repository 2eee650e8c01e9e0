import { personalCtx } from '#core/access/accounts/personal.ts'
import { changeStatus, mirror } from '#core/identity/holders/status.ts'
import { lockOwnInvestor } from '#core/identity/persons/own-investor.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { endReview } from '#core/securities/investors/end-review.ts'
import { setWalletStatus } from '#core/securities/investors/wallet-status.ts'
import { IDENTITY, InvalidTransition, transition } from '#engine/lifecycles/index.ts'

/**
 * Takes back an identity that waits to be looked at, so that it can be corrected and sent again. A possible match with a list stays
 * before the people who judge it. Throws `not_found`, `invalid_transition` when nothing waits.
 */
export const withdrawOwnVerification = definePageVerb({
  name: 'own.withdraw_verification',
  permission: 'account.write',
  run: async ({ ctx }): Promise<{ success: true }> => {
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
  },
})
