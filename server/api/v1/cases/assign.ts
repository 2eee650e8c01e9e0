import { assignCase, assignCaseInput } from '#core/queue/work.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { caseAnswer } from './_shape.ts'

export default defineOperation({
  id: 'cases.assign',
  method: 'post',
  path: '/cases/{id}/assign',
  market: 'platform',
  summary: 'Assign a case',
  description: 'Gives a case to a person, or back to everybody with null.',
  permission: 'cases.decide',
  params: idParams('Id of the case'),
  response: caseAnswer,
  status: 200,
  body: assignCaseInput,
  errors: ['invalid_transition'],
  examples: [{ name: 'me', summary: 'Take a case', request: { assignee: 'me' }, response: { success: true, status: 'assigned' } }],
  handler: ({ ctx, params, body }) => assignCase({ ctx, input: { ...params, ...body } }),
})
