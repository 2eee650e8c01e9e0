import { z } from 'zod'
import { forkInput, forkSandbox } from '#core/sandbox/fork.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  id: 'sandbox.fork',
  method: 'post',
  path: '/sandbox/fork',
  market: 'platform',
  summary: 'Copy the sandbox',
  description:
    'Copies the rows and the clock of this sandbox into a sandbox of its own, and returns a key for it. Tests can begin from one world and run side by side. Ids are new; decisions, screenings, cases and logs stay behind.',
  permission: 'sandbox.manage',
  sandboxOnly: true,
  body: forkInput,
  response: z.object({
    success: z.literal(true),
    object: z.literal('sandbox_fork'),
    organization_id: z.string(),
    key: z.string().meta({ description: 'Shown once' }),
    key_id: z.string(),
    rows: z.number().int(),
    expires_at: z.string(),
  }),
  status: 201,
  errors: ['sandbox_only'],
  examples: [
    {
      name: 'one_hour',
      summary: 'A copy for an hour',
      request: { label: 'Test run', ttl_hours: 1 },
      response: { success: true, object: 'sandbox_fork' },
    },
  ],
  // The answer holds a key, which must not be kept.
  idempotent: false,
  handler: ({ ctx, body }) => forkSandbox({ ctx, input: body }),
})
