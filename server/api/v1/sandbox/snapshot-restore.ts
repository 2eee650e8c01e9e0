import { restoreInput, restoreSnapshot } from '#core/sandbox/snapshots.ts'
import { defineOperation } from '../../../operation.ts'
import { snapshot } from './_snapshot.ts'

export default defineOperation({
  id: 'sandbox.restore',
  method: 'post',
  path: '/sandbox/restore',
  market: 'platform',
  summary: 'Go back to a snapshot',
  description: 'Makes rows and clock what they were in a snapshot. Decisions and logs stay; what was erased since stays erased.',
  permission: 'sandbox.manage',
  sandboxOnly: true,
  body: restoreInput,
  response: snapshot,
  status: 200,
  errors: ['sandbox_only', 'not_found'],
  examples: [
    { name: 'restore', summary: 'Back to a snapshot', request: { id: 'snp_…' }, response: { success: true, object: 'sandbox_snapshot' } },
  ],
  handler: ({ ctx, body }) => restoreSnapshot({ ctx, input: body }),
})
