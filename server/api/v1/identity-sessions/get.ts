import { getIdentitySession } from '#core/identity/sessions/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getIdentitySession,
  method: 'get',
  path: '/identity/sessions/{id}',
  market: 'platform',
  summary: 'Read an identity session',
  description: 'Where a session stands, and the evidence that ended it.',
  status: 200,
  errors: ['not_found'],
  examples: [{ name: 'one', summary: 'One session', params: { id: 'ids_…' }, response: { success: true, status: 'verified' } }],
})
