import { listDecisions } from '#core/record/decision-views/list.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listDecisions,
  method: 'get',
  path: '/decisions',
  market: 'platform',
  summary: 'List decisions',
  description:
    'Every decision, newest first, as its call was answered. Filter by check, outcome, subject or time. Read one for every rule that ran and its place in the public log.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
