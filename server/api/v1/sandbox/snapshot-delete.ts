import { deleteSnapshot } from '#core/sandbox/worlds/snapshots.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: deleteSnapshot,
  method: 'delete',
  path: '/sandbox/snapshots/{id}',
  market: 'platform',
  summary: 'Delete a snapshot',
  description: 'Deletes a snapshot. The sandbox stays as it is.',
  sandboxOnly: true,
  status: 200,
  errors: ['sandbox_only', 'not_found'],
  examples: [],
})
