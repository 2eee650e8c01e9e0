import { listMembers } from '#core/access/members/list.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listMembers,
  method: 'get',
  path: '/members',
  market: 'platform',
  summary: 'List members',
  description: 'Who belongs to your organisation now, with their role in it.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
