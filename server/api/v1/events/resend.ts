import { z } from 'zod'
import { resendEvent } from '#core/webhooks/test.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

export default defineOperation({
  id: 'events.resend',
  method: 'post',
  path: '/events/{id}/resend',
  market: 'platform',
  summary: 'Send an event again',
  description: 'Delivers an event once more, to every endpoint that wants it or to one, which must be enabled.',
  permission: 'webhooks.write',
  params: idParams('Id'),
  body: z.strictObject({ endpoint_id: z.string().max(100).optional() }),
  response: z.object({ success: z.literal(true), object: z.literal('event_resend'), event_id: z.string(), endpoints: z.array(z.string()) }),
  status: 200,
  errors: ['conflict'],
  examples: [{ name: 'all', summary: 'To every endpoint', params: { id: 'evt_…' }, request: {}, response: { success: true } }],
  handler: ({ ctx, params, body }) => resendEvent({ ctx, input: { ...params, ...body } }),
})
