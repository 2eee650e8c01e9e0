import { listInvitations } from '#core/portal/invitations/invite.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listInvitations,
  method: 'get',
  path: '/invitations',
  market: 'securities',
  summary: 'List invitations',
  description:
    'The invitations of one offering, newest first, with what became of each. With `limit` or `cursor` it is walked as other lists are; with `page` it is counted.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
