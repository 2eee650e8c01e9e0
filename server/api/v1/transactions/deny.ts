import { decideTransaction, decideTransactionInput } from '#core/review/cases/decide-transaction.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { decidedTransaction } from './_shape.ts'

export default defineOperation({
  id: 'transactions.deny',
  method: 'post',
  path: '/transactions/{id}/deny',
  market: 'stablecoins',
  summary: 'Deny a transaction under review',
  description: 'Ends a transaction that waits for a person: it is denied for good.',
  permission: 'cases.decide',
  params: idParams('Transaction id, txn_…'),
  body: decideTransactionInput,
  response: decidedTransaction,
  status: 200,
  errors: ['invalid_transition', 'second_person_required'],
  examples: [
    {
      name: 'deny',
      summary: 'Deny a transaction under review',
      request: { reason_code: 'suspicious', note: 'The payer could not say what the payment is for.' },
      response: { success: true },
    },
  ],
  handler: ({ ctx, params, body }) => decideTransaction({ ctx, input: { ...params, ...body, outcome: 'deny' } }),
})
