import { z } from 'zod'
import { type ActRow, actAudit, type Carried, ground, holdingActAnswer, insertAct, openAct, presentAct } from '#core/identity/acts/acts.ts'
import { inForce } from '#core/identity/acts/freezes.ts'
import { PAYMENT_FAILED } from '#core/identity/acts/legal-bases.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { holdingActs } from '#db/schema.ts'
import { lockScoped } from '#db/scoped.ts'
import { endFreeze } from './freeze.ts'

const unfreezeInput = z.strictObject({
  freeze_id: z.string().max(100).meta({ description: 'The freeze to lift: `id` of its act, hac_…' }),
  ...ground,
})

/**
 * Asks to lift a freeze. It is lifted when another person approves. Throws `not_found`, `invalid_transition` when it is not in force,
 * `already_exists` while it is asked already.
 */
export const unfreezeHolding = defineVerb({
  name: 'holdings.unfreeze',
  permission: 'holdings.write',
  input: unfreezeInput,
  output: holdingActAnswer,
  run: async ({ ctx, input }) => {
    return write(ctx, async (tx) => {
      const freeze = await lockScoped(tx, holdingActs, ctx, input.freeze_id)
      if (freeze?.kind !== 'freeze') throw notFound()
      if (freeze.legal_basis === PAYMENT_FAILED)
        throw new AppError(
          'invalid_transition',
          'This freeze ends when the payment is reported received, the units are recalled, or two people decide its case.',
        )
      if (!inForce(freeze, ctx.now)) throw new AppError('invalid_transition', 'This freeze has ended already.')
      const known = await openAct(tx, ctx, { kind: 'unfreeze', freezeId: freeze.id })
      if (known)
        throw new AppError('already_exists', 'Lifting this freeze is asked already, and waits for another person.', {
          extra: { existing_id: known },
        })
      const act = await insertAct(tx, ctx, {
        kind: 'unfreeze',
        status: 'proposed',
        offering_id: freeze.offering_id,
        person_id: freeze.person_id,
        wallet_address: freeze.wallet_address,
        quantity: freeze.quantity,
        legal_basis: input.legal_basis,
        document_sha256: input.document_sha256,
        note: input.note ?? null,
        freeze_id: freeze.id,
      })
      return {
        result: { success: true as const, ...presentAct(act) },
        audit: actAudit(act, 'asked', { freeze_id: freeze.id }),
        // no event: nothing changes until another person approves it.
      }
    })
  },
})

/** Lifts the freeze, once a second person approved. */
export async function carryOutUnfreeze(tx: Tx, ctx: Ctx, act: ActRow): Promise<Carried> {
  const freeze = await lockScoped(tx, holdingActs, ctx, act.freeze_id!)
  if (freeze?.status !== 'active') throw new AppError('conflict', 'The freeze has ended by itself: there is nothing left to lift.')
  const event = await endFreeze(tx, ctx, freeze, { by: act, reason: 'lifted' })
  return {
    changes: { status: 'done' },
    audit: [actAudit(act, 'approved', { freeze_id: freeze.id, asked_by: act.asked_by })],
    events: [event],
  }
}
