import { z } from 'zod'
import { readClock } from '#core/sandbox/control.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  id: 'sandbox.clock',
  method: 'get',
  path: '/sandbox/clock',
  market: 'platform',
  summary: 'Read the sandbox clock',
  description: 'The time this sandbox is at.',
  permission: 'sandbox.manage',
  response: z.object({
    success: z.literal(true),
    object: z.literal('sandbox_clock'),
    now: z.string(),
    offset_seconds: z.number().int(),
    frozen: z.boolean(),
  }),
  status: 200,
  errors: [],
  examples: [],
  sandboxOnly: true,
  handler: ({ ctx }) => readClock({ ctx }),
})
