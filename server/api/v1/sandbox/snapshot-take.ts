import { snapshotInput, takeSnapshot } from '#core/sandbox/snapshots.ts'
import { defineOperation } from '../../../operation.ts'
import { snapshot } from './_snapshot.ts'

export default defineOperation({
  id: 'sandbox.snapshot',
  method: 'post',
  path: '/sandbox/snapshot',
  market: 'platform',
  summary: 'Keep the sandbox as it is',
  description: 'Keeps the rows and the clock of this sandbox, to come back to with restore. Twenty snapshots at most.',
  permission: 'sandbox.manage',
  sandboxOnly: true,
  body: snapshotInput,
  response: snapshot,
  status: 201,
  errors: ['sandbox_only', 'conflict'],
  examples: [
    {
      name: 'named',
      summary: 'A named snapshot',
      request: { label: 'Two investors' },
      response: { success: true, label: 'Two investors' },
    },
  ],
  handler: ({ ctx, body }) => takeSnapshot({ ctx, input: body }),
})
