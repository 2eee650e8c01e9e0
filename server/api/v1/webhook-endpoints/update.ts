import { updateWebhookEndpoint } from '#core/record/webhooks/update.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: updateWebhookEndpoint,
  method: 'patch',
  path: '/webhook-endpoints/{id}',
  market: 'platform',
  summary: 'Change a webhook endpoint',
  description: 'Absent fields stay as they are. A disabled endpoint is enabled once it answers a signed ping with 2xx.',
  status: 200,
  errors: ['private_address', 'conflict'],
  examples: [
    {
      name: 'narrow',
      summary: 'Only what concerns wallets',
      request: { event_types: ['wallet.*'], description: 'Wallets only' },
      response: { success: true },
    },
  ],
})
