import { takeSnapshot } from '#core/sandbox/worlds/snapshots.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: takeSnapshot,
  method: 'post',
  path: '/sandbox/snapshot',
  market: 'platform',
  summary: 'Keep the sandbox as it is',
  description: 'Keeps the rows and the clock of this sandbox, to come back to with restore. Twenty snapshots at most.',
  sandboxOnly: true,
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
})
