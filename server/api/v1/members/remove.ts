import { removeMember } from '#core/access/members/change.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: removeMember,
  method: 'delete',
  path: '/members/{id}',
  market: 'platform',
  summary: 'Remove a member',
  description:
    'They read nothing of your organisation any more, and the API keys they made there answer `maker_left`. Keys of service accounts go on.',
  status: 200,
  errors: ['second_person_required', 'last_owner'],
  examples: [],
})
