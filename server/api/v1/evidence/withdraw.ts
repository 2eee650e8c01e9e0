import { withdrawEvidence } from '#core/identity/evidence/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: withdrawEvidence,
  method: 'post',
  path: '/identity/evidence/{id}/withdraw',
  market: 'platform',
  summary: 'Withdraw evidence',
  description:
    'Takes evidence back that turned out to be worth nothing. Credentials of the person are suspended, and what rested on it is judged anew.',
  status: 200,
  errors: ['not_found', 'invalid_transition'],
  examples: [
    {
      name: 'stolen',
      summary: 'The document was reported stolen',
      params: { id: 'evd_…' },
      request: { reason_code: 'document_reported_stolen' },
      response: { success: true, state: 'withdrawn' },
    },
  ],
})
