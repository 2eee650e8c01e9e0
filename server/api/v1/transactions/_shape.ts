import { z } from 'zod'
import { transactionAnswer } from '#core/markets/transactions/present.ts'

export { transactionAnswer as transaction } from '#core/markets/transactions/present.ts'

/** A transaction after a person's word on it, with the case that held it. */
export const decidedTransaction = transactionAnswer.extend({
  case: z.object({ id: z.string(), status: z.enum(['open', 'assigned', 'awaiting_info', 'awaiting_second', 'decided']) }).nullable(),
})
