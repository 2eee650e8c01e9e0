import { revokeMemberInvitation } from '#core/access/members/invite.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: revokeMemberInvitation,
  method: 'delete',
  path: '/member-invitations/{id}',
  market: 'platform',
  summary: 'Revoke an invitation',
  description: 'Its link does nothing from now on.',
  status: 200,
  errors: ['invalid_transition'],
  examples: [],
})
