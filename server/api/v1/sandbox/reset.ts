import { resetSandbox } from '#core/sandbox/worlds/reset.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: resetSandbox,
  method: 'post',
  path: '/sandbox/reset',
  market: 'platform',
  summary: 'Empty the sandbox',
  description:
    'Removes wallets, investors, offerings and everything else of this sandbox and sets its clock to the real time. The audit log stays.',
  status: 200,
  errors: [],
  examples: [],
  sandboxOnly: true,
})
