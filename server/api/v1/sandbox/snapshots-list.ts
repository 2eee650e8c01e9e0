import { listSnapshots } from '#core/sandbox/worlds/snapshots.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listSnapshots,
  method: 'get',
  path: '/sandbox/snapshots',
  market: 'platform',
  summary: 'List snapshots',
  description: 'The snapshots of this sandbox, newest first; at most twenty.',
  sandboxOnly: true,
  status: 200,
  errors: ['sandbox_only'],
  examples: [],
})
