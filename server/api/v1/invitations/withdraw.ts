import { withdrawInvitation } from '#core/portal/invitations/invite.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: withdrawInvitation,
  method: 'post',
  path: '/invitations/{id}/withdraw',
  market: 'securities',
  summary: 'Withdraw an invitation',
  description: 'Takes back an invitation that was not answered yet.',
  status: 200,
  errors: ['conflict'],
  examples: [{ name: 'withdraw', summary: 'Take it back', response: { success: true } }],
})
