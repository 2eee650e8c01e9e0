import { inviteInput, inviteInvestor } from '#core/invitations/invite.ts'
import { defineOperation } from '../../../operation.ts'
import { invitationAnswer } from './_shape.ts'

export default defineOperation({
  id: 'invitations.create',
  method: 'post',
  path: '/invitations',
  market: 'securities',
  summary: 'Invite an investor',
  description: 'Mails an invitation to one offering. Offerings are never listed publicly, so this is the only way in for a person.',
  permission: 'investors.write',
  body: inviteInput,
  response: invitationAnswer,
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
  handler: async ({ ctx, body }) => ({ success: true, object: 'invitation', ...(await inviteInvestor({ ctx, input: body })) }),
})
