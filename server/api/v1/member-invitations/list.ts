import { listMemberInvitations } from '#core/access/members/invite.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listMemberInvitations,
  method: 'get',
  path: '/member-invitations',
  market: 'platform',
  summary: 'List invitations of members',
  description: 'Whom your organisation asked to join it, newest first.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
