import { decideTransaction } from '#core/review/cases/decide-transaction.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  id: 'transactions.deny',
  verb: decideTransaction,
  fixed: { outcome: 'deny' },
  method: 'post',
  path: '/transactions/{id}/deny',
  market: 'stablecoins',
  summary: 'Deny a transaction under review',
  description: 'Ends a transaction that waits for a person: it is denied for good.',
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
})
