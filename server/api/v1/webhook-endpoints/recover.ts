import { recoverWebhookEndpoint } from '#core/record/webhooks/recover.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: recoverWebhookEndpoint,
  method: 'post',
  path: '/webhook-endpoints/{id}/recover',
  market: 'platform',
  summary: 'Send missed events again',
  description:
    'Queues once more what failed in a period, or from an event on, and what the endpoint missed while it was disabled; with only_failed: false everything. A disabled endpoint is enabled by it, once it answers a signed ping. With dry_run only the count.',
  status: 200,
  errors: ['conflict'],
  examples: [
    {
      name: 'since',
      summary: 'What failed since a time',
      request: { since: '2026-11-01T00:00:00Z', only_failed: true },
      response: { success: true },
    },
  ],
})
