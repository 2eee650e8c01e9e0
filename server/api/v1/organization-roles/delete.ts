import { deleteOrganizationRole } from '#core/access/members/roles.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: deleteOrganizationRole,
  method: 'delete',
  path: '/organization-roles/{id}',
  market: 'platform',
  summary: 'Delete a role of your own',
  description: 'Only one that nobody has and nobody is invited to.',
  status: 200,
  errors: ['conflict'],
  examples: [],
})
