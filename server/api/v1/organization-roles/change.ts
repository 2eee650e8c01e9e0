import { changeOrganizationRole } from '#core/access/members/roles.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: changeOrganizationRole,
  method: 'patch',
  path: '/organization-roles/{id}',
  market: 'platform',
  summary: 'Change a role of your own',
  description: 'For everybody who has it, from their next call.',
  status: 200,
  errors: ['already_exists', 'second_person_required'],
  examples: [
    { name: 'renamed', summary: 'Another name', request: { name: 'Front office' }, response: { success: true, name: 'Front office' } },
  ],
})
