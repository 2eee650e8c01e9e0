import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { investments } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { parseMicro } from '#engine/money.ts'
import { lockInvestment } from '../bookings/lock.ts'
import { investmentAnswer } from '../bookings/present.ts'
import { requireWaiting } from '../bookings/reserve.ts'
import { unbookInvestment } from '../bookings/unbook.ts'
import { freePaid, freezeUnpaid } from './bounced.ts'
import { openReview } from './create.ts'
import { decideInvestmentInput } from './decide.ts'
import { enterVerdict, judgeAgain } from './judge-again.ts'
import { readInvestment } from './read.ts'

const reportPaymentInput = decideInvestmentInput.pick({ id: true, note: true }).extend({
  status: z
    .enum(['failed', 'received'])
    .meta({ description: '`failed`: the payment of an accepted investment did not arrive; `received`: a failed one was made good' }),
  payment_reference: z.string().max(140).optional().meta({ description: 'Of the payment that arrived' }),
})

/**
 * Records what became of an investment's payment. One that failed takes the investment out of the raise and leaves five days
 * to make it good, its units reserved meanwhile; one made good has it decided again under the facts of now. Where units are issued, they
 * are frozen until it is made good or they are recalled. Throws `invalid_transition` when there is nothing to report.
 */
export const reportPayment = defineVerb({
  name: 'investments.report_payment',
  permission: 'investments.write',
  input: reportPaymentInput.extend(byId('Investment id, ivs_…').shape),
  output: investmentAnswer,
  run: async ({ ctx, input }) => {
    return write(ctx, async (tx) => {
      const { audit, events } = await (input.status === 'failed' ? failed(tx, ctx, input) : received(tx, ctx, input))
      const [first, ...more] = Array.isArray(audit) ? audit : [audit]
      const result = await readInvestment(ctx, input.id, tx)
      return { result, audit: [{ ...first, details: { ...first.details, note: input.note } }, ...more], events }
    })
  },
})

type Step = Promise<{ audit: AuditInput | [AuditInput, ...AuditInput[]]; events: EventInput[] }>

async function failed(tx: Tx, ctx: Ctx, input: z.output<typeof reportPaymentInput>): Step {
  const locked = await lockInvestment(tx, ctx, input.id)
  if (!locked) throw notFound()
  const { row } = locked
  if (row.status !== 'accepted')
    throw new AppError('invalid_transition', `The investment is ${row.status}: only the payment of an accepted one can fail.`)
  if ((parseMicro(row.issued_quantity) ?? 0n) > 0n) return freezeUnpaid(tx, ctx, locked)
  return unbookInvestment(tx, ctx, locked, 'payment_failed')
}

async function received(tx: Tx, ctx: Ctx, input: z.output<typeof reportPaymentInput>): Step {
  const locked = await lockInvestment(tx, ctx, input.id)
  if (!locked) throw notFound()
  const { row, offering } = locked
  if (row.status === 'accepted' && row.payment_freeze_id) {
    const paid = await freePaid(tx, ctx, locked, 'paid')
    await keepReference(tx, ctx, input)
    return paid
  }
  requireWaiting(ctx, row)
  if (!row.payment_failed_at) throw new AppError('invalid_transition', 'No payment of this investment was reported to have failed.')
  const again = await judgeAgain(tx, ctx, locked)
  const { status } = again
  await keepReference(tx, ctx, input)
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

async function keepReference(tx: Tx, ctx: Ctx, input: z.output<typeof reportPaymentInput>): Promise<void> {
  if (!input.payment_reference) return
  await tx
    .update(investments)
    .set({ payment_reference: input.payment_reference })
    .where(inScope(investments, ctx, eq(investments.id, input.id)))
}
