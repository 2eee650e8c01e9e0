import { getCurrentPolicy } from '#core/record/policies/list.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getCurrentPolicy,
  method: 'get',
  path: '/policies/current',
  market: 'platform',
  summary: 'Read the rules in force',
  description: 'Version and hash of the rules that decide, as each decision names them under `policy`, and since when.',
  status: 200,
  errors: ['not_found'],
  examples: [],
})
