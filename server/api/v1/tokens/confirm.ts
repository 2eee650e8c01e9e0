import { confirmIssuance } from '#core/securities/tokens/confirm.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: confirmIssuance,
  method: 'post',
  path: '/tokens/issue/{id}/confirm',
  market: 'securities',
  summary: 'Report a mint',
  description:
    'Records the transaction hash of the mint that the issuer signed. In production it stays submitted until the chain, where one is configured, has confirmed it; events tell.',
  status: 200,
  errors: ['invalid_transition', 'duplicate_transaction_hash'],
  examples: [
    {
      name: 'sent',
      summary: 'Report the hash of the transaction',
      request: { transaction_hash: `0x${'a1'.repeat(32)}` },
      response: { success: true },
    },
  ],
})
