import { triggerEvent } from '#core/sandbox/worlds/control.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: triggerEvent,
  method: 'post',
  path: '/sandbox/events/trigger',
  market: 'platform',
  summary: 'Trigger an event',
  description: 'Sends an event of any type to this sandbox with your own object.',
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
})
