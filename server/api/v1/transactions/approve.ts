import { decideTransaction } from '#core/review/cases/decide-transaction.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  id: 'transactions.approve',
  verb: decideTransaction,
  fixed: { outcome: 'approve' },
  method: 'post',
  path: '/transactions/{id}/approve',
  market: 'stablecoins',
  summary: 'Approve a transaction under review',
  description:
    'The word of one person on what holds the transaction. Letting it go takes two different people: the first call leaves it in review with its case awaiting_second, the second, by somebody else, has it decided again by the rules.',
  status: 200,
  errors: ['invalid_transition', 'conflict', 'second_person_required', 'exception_not_possible', 'screening_unavailable'],
  examples: [
    {
      name: 'approve',
      summary: 'Approve a transaction under review',
      request: { reason_code: 'false_positive', note: 'The birth years differ by twelve years.' },
      response: { success: true },
    },
  ],
})
