import { getEvidence } from '#core/identity/evidence/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getEvidence,
  method: 'get',
  path: '/identity/evidence/{id}',
  market: 'platform',
  summary: 'Read evidence',
  description: 'Who found out what about a person, by which method, from what, when, and until when it counts. What was read is not shown.',
  status: 200,
  errors: ['not_found'],
  examples: [{ name: 'one', summary: 'One piece of evidence', params: { id: 'evd_…' }, response: { success: true, state: 'valid' } }],
})
