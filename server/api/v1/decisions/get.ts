import { getDecision } from '#core/record/decision-views/get.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getDecision,
  method: 'get',
  path: '/decisions/{id}',
  market: 'platform',
  summary: 'Read a decision',
  description:
    'A decision with every rule that ran, the facts each used, the versions of rules and lists, and its place in the public log.',
  status: 200,
  errors: [],
  examples: [],
})
