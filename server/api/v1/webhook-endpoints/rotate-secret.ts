import { rotateWebhookSecret } from '#core/record/webhooks/endpoints.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: rotateWebhookSecret,
  method: 'post',
  path: '/webhook-endpoints/{id}/rotate-secret',
  market: 'platform',
  summary: 'Rotate a webhook secret',
  description: 'Gives a new secret; for the overlap both secrets sign every delivery.',
  status: 200,
  errors: ['secret_shown_once'],
  examples: [{ name: 'a_day', summary: 'Both secrets sign for one day', request: { overlap_hours: 24 }, response: { success: true } }],
})
