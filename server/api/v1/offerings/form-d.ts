import { recordFormD } from '#core/securities/offerings/record-form-d.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: recordFormD,
  method: 'post',
  path: '/offerings/{id}/form-d',
  market: 'securities',
  summary: 'Record the filing of Form D',
  description:
    'The day Form D was filed with the SEC, which the rules read from then on. The day it is due is form_d.due_on of the offering: 15 days after the first sale.',
  status: 200,
  errors: ['conflict'],
  examples: [
    {
      name: 'filed',
      summary: 'It was filed',
      request: { filed_at: '2026-10-05' },
      response: { success: true, form_d: { filed_on: '2026-10-05' } },
    },
  ],
})
