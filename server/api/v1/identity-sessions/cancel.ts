import { cancelIdentitySession } from '#core/identity/sessions/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: cancelIdentitySession,
  method: 'post',
  path: '/identity/sessions/{id}/cancel',
  market: 'platform',
  summary: 'Cancel an identity session',
  description: 'Its page takes nothing more. What was recorded before stays.',
  status: 200,
  emptyBody: true,
  errors: ['not_found', 'invalid_transition'],
  examples: [
    { name: 'cancel', summary: 'No longer needed', params: { id: 'ids_…' }, request: {}, response: { success: true, status: 'cancelled' } },
  ],
})
