import { inviteInvestor } from '#core/portal/invitations/invite.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: inviteInvestor,
  method: 'post',
  path: '/invitations',
  market: 'securities',
  summary: 'Invite an investor',
  description: 'Mails an invitation to one offering. Offerings are never listed publicly, so this is the only way in for a person.',
  status: 201,
  errors: ['already_exists'],
  examples: [
    {
      name: 'invite',
      summary: 'Invite one person',
      request: { offering_id: 'off_…', email: 'avery@example.com' },
      response: { success: true, status: 'sent' },
    },
  ],
})
