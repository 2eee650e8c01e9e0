import type { z } from 'zod'
import { parseMicro } from '#engine/money.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { requirePermission } from '../permissions.ts'
import { write } from '../transaction.ts'
import { callOff } from './call-off.ts'
import { decideInvestmentInput } from './decide.ts'
import { lockInvestment } from './lock.ts'
import type { InvestmentView } from './present.ts'
import { readInvestment } from './read.ts'

export const cancelInvestmentInput = decideInvestmentInput.pick({ id: true, note: true })

/**
 * Calls off an investment that waits, or that is accepted with no token issued. What it held is free again: the raise, the place
 * among the holders, the fee. Final. Throws `invalid_transition` when it has ended, `conflict` when tokens of it are issued.
 */
export async function cancelInvestment({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.output<typeof cancelInvestmentInput>
}): Promise<InvestmentView> {
  requirePermission(ctx, 'investments.write')
  await write(ctx, async (tx) => {
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
    return { result: null, audit, events }
  })
  return readInvestment(ctx, input.id)
}
