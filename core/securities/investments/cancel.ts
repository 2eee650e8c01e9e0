import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { parseMicro } from '#engine/money.ts'
import { lockInvestment } from '../bookings/lock.ts'
import { investmentAnswer } from '../bookings/present.ts'
import { callOff } from './call-off.ts'
import { decideInvestmentInput } from './decide.ts'
import { readInvestment } from './read.ts'

const cancelInvestmentInput = decideInvestmentInput.pick({ id: true, note: true })

/**
 * Calls off an investment that waits, or that is accepted with no token issued. What it held is free again: the raise, the place
 * among the holders, the fee. Final. Throws `invalid_transition` when it has ended, `conflict` when tokens of it are issued.
 */
export const cancelInvestment = defineVerb({
  name: 'investments.cancel',
  permission: 'investments.write',
  input: cancelInvestmentInput.extend(byId('Investment id, ivs_…').shape),
  output: investmentAnswer,
  run: async ({ ctx, input }) => {
    return write(ctx, async (tx) => {
      const locked = await lockInvestment(tx, ctx, input.id)
      if (!locked) throw notFound()
      const { row } = locked
      if (row.status !== 'pending' && row.status !== 'accepted')
        throw new AppError('invalid_transition', `The investment is ${row.status} already.`)
      if ((parseMicro(row.issued_quantity) ?? 0n) > 0n)
        throw new AppError('conflict', `${row.issued_quantity} tokens of this investment are issued. It cannot be called off any more.`, {
          extra: { issued_quantity: row.issued_quantity },
        })
      const { audit, events } = await callOff(tx, ctx, locked, { reason: 'cancelled_by_issuer', note: input.note })
      return { result: await readInvestment(ctx, input.id, tx), audit, events }
    })
  },
})
