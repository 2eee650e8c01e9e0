import { applyPolicy } from '#core/review/policy/apply.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: applyPolicy,
  method: 'put',
  path: '/policy',
  market: 'platform',
  summary: 'Apply a plan',
  description:
    'Changes exactly what the plan shows, in one transaction, or nothing: where anything changed since it was made the answer is `version_conflict`. Where `policy_changes_by_two` holds, or a rule of two people ends, it waits for a second person as a case of the kind `policy_change`. Sent again, it answers how the plan stands.',
  status: 200,
  errors: ['conflict', 'not_found', 'second_person_required', 'version_conflict'],
  examples: [
    {
      name: 'apply',
      summary: 'Apply a plan',
      request: { plan_id: 'pln_01kah3m8v0x5q7w9e2r4t6y8zc' },
      response: { success: true, object: 'policy_plan', status: 'applied' },
    },
  ],
})
