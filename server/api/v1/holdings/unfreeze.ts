import { unfreezeHolding } from '#core/securities/holdings/unfreeze.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: unfreezeHolding,
  method: 'post',
  path: '/holdings/unfreeze',
  market: 'securities',
  summary: 'Ask to lift a freeze',
  description: 'Asks to free frozen units. They are free when another person approves the act.',
  status: 201,
  errors: ['invalid_transition', 'already_exists'],
  examples: [
    {
      name: 'lifted',
      summary: 'The order was lifted',
      request: { freeze_id: 'hac_…', legal_basis: 'court_order', document_sha256: 'e3'.repeat(32) },
      response: { success: true, kind: 'unfreeze', status: 'proposed' },
    },
  ],
})
