import { forkSandbox } from '#core/sandbox/worlds/fork.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: forkSandbox,
  method: 'post',
  path: '/sandbox/fork',
  market: 'platform',
  summary: 'Copy the sandbox',
  description:
    'Copies the rows and the clock of this sandbox into a sandbox of its own, and returns a key for it. Tests can begin from one world and run side by side. Ids are new; decisions, screenings, cases and logs stay behind.',
  sandboxOnly: true,
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
})
