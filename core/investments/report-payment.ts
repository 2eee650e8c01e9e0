import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#db/connect.ts'
import { investments } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { parseMicro } from '#engine/money.ts'
import type { AuditInput } from '../audit/append.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import type { EventInput } from '../events.ts'
import { requirePermission } from '../permissions.ts'
import { write } from '../transaction.ts'
import { openReview } from './create.ts'
import { decideInvestmentInput } from './decide.ts'
import { enterVerdict, judgeAgain } from './judge-again.ts'
import { lockInvestment } from './lock.ts'
import type { InvestmentView } from './present.ts'
import { readInvestment } from './read.ts'
import { requireWaiting } from './reserve.ts'
import { unbookInvestment } from './unbook.ts'

export const reportPaymentInput = decideInvestmentInput.pick({ id: true, note: true }).extend({
  status: z
    .enum(['failed', 'received'])
    .meta({ description: '`failed`: the payment of an accepted investment did not arrive; `received`: a failed one was made good' }),
  payment_reference: z.string().max(140).optional().meta({ description: 'Of the payment that arrived' }),
})

/**
 * Records what became of an investment's payment. One that failed takes the investment out of the raise and leaves five days
 * to make it good, its units reserved meanwhile; one made good has it decided again under the facts of now. Throws
 * `invalid_transition` when there is nothing to report, `conflict` when tokens are issued.
 */
export async function reportPayment({ ctx, input }: { ctx: Ctx; input: z.output<typeof reportPaymentInput> }): Promise<InvestmentView> {
  requirePermission(ctx, 'investments.write')
  await write(ctx, async (tx) => {
    const { audit, events } = await (input.status === 'failed' ? failed(tx, ctx, input) : received(tx, ctx, input))
    return { result: null, audit: { ...audit, details: { ...audit.details, note: input.note } }, events }
  })
  return readInvestment(ctx, input.id)
}

type Step = Promise<{ audit: AuditInput; events: EventInput[] }>

async function failed(tx: Tx, ctx: Ctx, input: z.output<typeof reportPaymentInput>): Step {
  const locked = await lockInvestment(tx, ctx, input.id)
  if (!locked) throw notFound()
  const { row } = locked
  if (row.status !== 'accepted')
    throw new AppError('invalid_transition', `The investment is ${row.status}: only the payment of an accepted one can fail.`)
  if ((parseMicro(row.issued_quantity) ?? 0n) > 0n)
    throw new AppError('conflict', `${row.issued_quantity} tokens of this investment are issued, so it stays accepted.`, {
      extra: { issued_quantity: row.issued_quantity },
    })
  return unbookInvestment(tx, ctx, locked, 'payment_failed')
}

async function received(tx: Tx, ctx: Ctx, input: z.output<typeof reportPaymentInput>): Step {
  const locked = await lockInvestment(tx, ctx, input.id)
  if (!locked) throw notFound()
  const { row, offering } = locked
  requireWaiting(ctx, row)
  if (!row.payment_failed_at) throw new AppError('invalid_transition', 'No payment of this investment was reported to have failed.')
  const again = await judgeAgain(tx, ctx, locked)
  const { status } = again.verdict
  if (input.payment_reference)
    await tx
      .update(investments)
      .set({ payment_reference: input.payment_reference })
      .where(inScope(investments, ctx, eq(investments.id, row.id)))
  const events = await enterVerdict(tx, ctx, locked, again, status)
  if (status === 'pending') events.push(...(await openReview(tx, ctx, { id: row.id, offering, ...again })))
  return {
    audit: {
      ...again.decided.audit,
      action: 'investment_paid',
      details: { ...again.decided.audit.details, investment_id: row.id, status },
    },
    events,
  }
}
