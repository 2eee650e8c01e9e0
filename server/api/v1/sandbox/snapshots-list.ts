import { z } from 'zod'
import { listSnapshots } from '#core/sandbox/snapshots.ts'
import { defineOperation } from '../../../operation.ts'
import { snapshot } from './_snapshot.ts'

export default defineOperation({
  id: 'sandbox.snapshots',
  method: 'get',
  path: '/sandbox/snapshots',
  market: 'platform',
  summary: 'List snapshots',
  description: 'The snapshots of this sandbox, newest first; at most twenty.',
  permission: 'sandbox.manage',
  sandboxOnly: true,
  response: z.object({ success: z.literal(true), data: z.array(snapshot) }),
  status: 200,
  errors: ['sandbox_only'],
  examples: [],
  handler: ({ ctx }) => listSnapshots({ ctx }),
})
