import { approveDueDiligence } from '#core/identity/due-diligence/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: approveDueDiligence,
  method: 'post',
  path: '/due-diligence/{id}/approve',
  market: 'stablecoins',
  summary: 'Approve a file of due diligence',
  description: 'For senior management, by another person than the author: a key counts as the person who made it.',
  status: 200,
  errors: ['invalid_transition', 'second_person_required'],
  examples: [
    {
      name: 'mlro',
      summary: 'The reporting officer approves',
      request: { capacity: 'Money laundering reporting officer' },
      response: { success: true, status: 'approved' },
    },
  ],
})
