import { listPolicies } from '#core/record/policies/list.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listPolicies,
  method: 'get',
  path: '/policies',
  market: 'platform',
  summary: 'List changes of the rules',
  description:
    'Every set of rules that came into force, newest first. `policy.published` and `policy.rolled_back` tell each with what it would have made of your newest 500 decisions.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
