import { revokeClientSession } from '#core/portal/client-sessions/create.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: revokeClientSession,
  method: 'post',
  path: '/client-sessions/{id}/revoke',
  market: 'platform',
  summary: 'Revoke a client session',
  description:
    'Its token is refused from the next call on, such as when the person signs out of your page. One that has ended stays ended.',
  status: 200,
  emptyBody: true,
  errors: ['not_found'],
  examples: [
    { name: 'revoke', summary: 'Signed out', params: { id: 'cls_…' }, request: {}, response: { success: true, object: 'client_session' } },
  ],
})
