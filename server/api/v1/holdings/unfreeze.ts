import { unfreezeHolding, unfreezeInput } from '#core/holdings/unfreeze.ts'
import { defineOperation } from '../../../operation.ts'
import { holdingAct } from './_shape.ts'

export default defineOperation({
  id: 'holdings.unfreeze',
  method: 'post',
  path: '/holdings/unfreeze',
  market: 'securities',
  summary: 'Ask to lift a freeze',
  description: 'Asks to free frozen units. They are free when another person approves the act.',
  permission: 'holdings.write',
  body: unfreezeInput,
  response: holdingAct,
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
  handler: ({ ctx, body }) => unfreezeHolding({ ctx, input: body }),
})
