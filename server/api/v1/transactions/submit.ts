import { submitTransaction } from '#core/markets/transactions/submit.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: submitTransaction,
  method: 'post',
  path: '/transactions/{id}/submit',
  market: 'stablecoins',
  summary: 'Report an approved transaction as sent',
  description:
    'Records the hash under which an approved transfer was sent, within its ten minutes. It is settled, in production once the configured chain confirms it; then units of an offering move to their new holder.',
  status: 200,
  errors: ['invalid_transition', 'duplicate_transaction_hash', 'conflict'],
  examples: [
    {
      name: 'sent',
      summary: 'It was sent',
      request: { transaction_hash: `0x${'b2'.repeat(32)}` },
      response: { success: true, status: 'settled' },
    },
  ],
})
