import { z } from 'zod'
import { resetSandbox } from '#core/sandbox/reset.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  id: 'sandbox.reset',
  method: 'post',
  path: '/sandbox/reset',
  market: 'platform',
  summary: 'Empty the sandbox',
  description:
    'Removes wallets, investors, offerings and everything else of this sandbox and sets its clock to the real time. The audit log stays.',
  permission: 'sandbox.manage',
  response: z.object({ success: z.literal(true), object: z.literal('sandbox_reset'), removed: z.number().int() }),
  status: 200,
  errors: [],
  examples: [],
  sandboxOnly: true,
  handler: ({ ctx }) => resetSandbox({ ctx }),
})
