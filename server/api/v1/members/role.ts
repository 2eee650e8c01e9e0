import { changeMemberRole } from '#core/access/members/change.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: changeMemberRole,
  method: 'post',
  path: '/members/{id}/role',
  market: 'platform',
  summary: 'Give a member another role',
  description:
    'Their API keys do no more than the new role from the next call. What was asked for before is not theirs to agree to. Where `member_changes_by_two` of your facts says so, it waits for a second person.',
  status: 200,
  errors: ['already_exists', 'invalid_transition', 'last_owner'],
  examples: [
    {
      name: 'reviewer',
      summary: 'A reviewer from now on',
      request: { role: 'reviewer' },
      response: { success: true, role: 'reviewer', second_person: null },
    },
  ],
})
