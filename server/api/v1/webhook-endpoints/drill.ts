import { drillWebhookEndpoint } from '#core/record/webhooks/drill.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: drillWebhookEndpoint,
  method: 'post',
  path: '/webhook-endpoints/{id}/drill',
  market: 'platform',
  summary: 'Drill a receiver',
  description: 'Attacks your own endpoint with wrong signatures, old times, duplicates and disorder, and grades what it answers.',
  status: 200,
  errors: [],
  examples: [],
  idempotent: false,
})
