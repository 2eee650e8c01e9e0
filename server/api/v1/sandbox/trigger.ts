import { z } from 'zod'
import { triggerEvent, triggerInput } from '#core/sandbox/control.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  id: 'sandbox.trigger',
  method: 'post',
  path: '/sandbox/events/trigger',
  market: 'platform',
  summary: 'Trigger an event',
  description: 'Sends an event of any type to this sandbox with your own object.',
  permission: 'sandbox.manage',
  body: triggerInput,
  response: z.object({ success: z.literal(true), object: z.literal('event_trigger'), type: z.string(), resource_id: z.string() }),
  status: 202,
  errors: [],
  examples: [
    {
      name: 'expiring',
      summary: 'A credential that expires soon',
      request: { type: 'credential.expiring', object: { days_left: 7 } },
      response: { success: true },
    },
  ],
  sandboxOnly: true,
  handler: ({ ctx, body }) => triggerEvent({ ctx, input: body }),
})
