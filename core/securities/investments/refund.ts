import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { investments } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { parseMicro } from '#engine/money.ts'
import { lockInvestment } from '../bookings/lock.ts'
import { investmentAnswer, viewOf } from '../bookings/present.ts'
import { unbookInvestment } from '../bookings/unbook.ts'
import { decideInvestmentInput } from './decide.ts'
import { readInvestment } from './read.ts'

const refundInvestmentInput = decideInvestmentInput.pick({ id: true, note: true }).extend({
  reference: z.string().max(140).optional().meta({ description: 'Of the payment by which the money went back' }),
})

/**
 * Records that the issuer returned an investor's money; none passes through us. An accepted investment with nothing issued is refunded by
 * it; one that was cancelled or rejected keeps its status. Once only. Throws `invalid_transition` while it waits, `conflict` when it is
 * recorded already or tokens are issued.
 */
export const refundInvestment = defineVerb({
  name: 'investments.refund',
  permission: 'investments.write',
  input: refundInvestmentInput.extend(byId('Investment id, ivs_…').shape),
  output: investmentAnswer,
  run: async ({ ctx, input }) => {
    return write(ctx, async (tx) => {
      const locked = await lockInvestment(tx, ctx, input.id)
      if (!locked) throw notFound()
      const { row } = locked
      if (row.status === 'pending') throw new AppError('invalid_transition', 'The investment still waits: cancel or decline it first.')
      if (row.refund) throw new AppError('conflict', `That the money went back was recorded at ${row.refund.at}.`)
      if ((parseMicro(row.issued_quantity) ?? 0n) > 0n)
        throw new AppError('conflict', `${row.issued_quantity} tokens of this investment are issued, so its money is not returned yet.`)
      const left = row.status === 'accepted' ? await unbookInvestment(tx, ctx, locked, 'refunded') : null
      const at = new Date(ctx.now).toISOString()
      await tx
        .update(investments)
        .set({ refund: { at, by: ctx.actor.id, reference: input.reference ?? null, note: input.note } })
        .where(inScope(investments, ctx, eq(investments.id, row.id)))
      const resource = { type: 'investment', id: row.id }
      return {
        result: await readInvestment(ctx, input.id, tx),
        audit: {
          action: 'investment_refunded',
          category: 'investment',
          subject: resource,
          details: { offering_id: row.offering_id, from: row.status, note: input.note },
        },
        events: left?.events ?? [
          { type: 'investment.refunded' as const, resource, object: { ...viewOf(row), status: row.status, market: 'securities' } },
        ],
      }
    })
  },
})
