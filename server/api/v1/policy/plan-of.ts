import { getPolicyPlan } from '#core/review/policy/get.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getPolicyPlan,
  method: 'get',
  path: '/policy/plans/{id}',
  market: 'platform',
  summary: 'Read a plan',
  description: 'What it changes, and whether it was applied, refused, or waits for a second person.',
  status: 200,
  errors: [],
  examples: [],
})
