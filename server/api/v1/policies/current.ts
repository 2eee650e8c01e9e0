import { getCurrentPolicy } from '#core/policies/list.ts'
import { defineOperation } from '../../../operation.ts'
import { policy } from './_shape.ts'

export default defineOperation({
  id: 'policies.current',
  method: 'get',
  path: '/policies/current',
  market: 'platform',
  summary: 'Read the rules in force',
  description: 'Version and hash of the rules that decide, as each decision names them under `policy`, and since when.',
  permission: 'decisions.read',
  response: policy,
  status: 200,
  errors: ['not_found'],
  examples: [],
  handler: ({ ctx }) => getCurrentPolicy({ ctx }),
})
