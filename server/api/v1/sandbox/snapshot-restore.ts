import { restoreSnapshot } from '#core/sandbox/worlds/snapshots.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: restoreSnapshot,
  method: 'post',
  path: '/sandbox/restore',
  market: 'platform',
  summary: 'Go back to a snapshot',
  description: 'Makes rows and clock what they were in a snapshot. Decisions and logs stay; what was erased since stays erased.',
  sandboxOnly: true,
  status: 200,
  errors: ['sandbox_only', 'not_found'],
  examples: [
    { name: 'restore', summary: 'Back to a snapshot', request: { id: 'snp_…' }, response: { success: true, object: 'sandbox_snapshot' } },
  ],
})
