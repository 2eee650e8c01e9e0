import { assignCase } from '#core/review/cases/assign.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: assignCase,
  method: 'post',
  path: '/cases/{id}/assign',
  market: 'platform',
  summary: 'Assign a case',
  description: 'Gives a case to a person, or back to everybody with null.',
  status: 200,
  errors: ['invalid_transition'],
  examples: [{ name: 'me', summary: 'Take a case', request: { assignee: 'me' }, response: { success: true, status: 'assigned' } }],
})
