import { z } from 'zod'
import { deleteSnapshot } from '#core/sandbox/snapshots.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

export default defineOperation({
  id: 'sandbox.snapshot_delete',
  method: 'delete',
  path: '/sandbox/snapshots/{id}',
  market: 'platform',
  summary: 'Delete a snapshot',
  description: 'Deletes a snapshot. The sandbox stays as it is.',
  permission: 'sandbox.manage',
  sandboxOnly: true,
  params: idParams('Snapshot id, snp_…'),
  response: z.object({ success: z.literal(true), id: z.string(), deleted: z.literal(true) }),
  status: 200,
  errors: ['sandbox_only', 'not_found'],
  examples: [],
  handler: ({ ctx, params }) => deleteSnapshot({ ctx, input: params }),
})
