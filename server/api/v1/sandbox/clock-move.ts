import { z } from 'zod'
import { clockInput, moveClock } from '#core/sandbox/control.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  id: 'sandbox.clock_move',
  method: 'post',
  path: '/sandbox/clock',
  market: 'platform',
  summary: 'Move the sandbox clock',
  description:
    'Moves the clock on, sets it to a time where it stands, or returns to the real time. Expiries, lock-ups and deadlines obey it.',
  permission: 'sandbox.manage',
  body: clockInput,
  response: z.object({
    success: z.literal(true),
    object: z.literal('sandbox_clock'),
    now: z.string(),
    offset_seconds: z.number().int(),
    frozen: z.boolean(),
  }),
  status: 200,
  errors: [],
  examples: [{ name: 'ninety_days', summary: 'Ninety days on', request: { advance: '90d' }, response: { success: true } }],
  sandboxOnly: true,
  handler: ({ ctx, body }) => moveClock({ ctx, input: body }),
})
