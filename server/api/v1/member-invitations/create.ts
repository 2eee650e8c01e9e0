import { inviteMember } from '#core/access/members/invite.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: inviteMember,
  method: 'post',
  path: '/member-invitations',
  market: 'platform',
  summary: 'Invite a member',
  description:
    'Mails a link that works once, for seven days, for whoever signs in with that address, with an account they have or a new one. Where `member_changes_by_two` of your facts says so, it is mailed when a second person has agreed.',
  status: 201,
  errors: ['already_exists'],
  examples: [
    {
      name: 'reviewer',
      summary: 'A colleague who reviews',
      request: { email: 'bea@bank.example', role: 'reviewer' },
      response: { success: true, status: 'open' },
    },
  ],
})
