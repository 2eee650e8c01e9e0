import { listOrganizationRoles } from '#core/access/members/roles.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listOrganizationRoles,
  method: 'get',
  path: '/organization-roles',
  market: 'platform',
  summary: 'List roles',
  description: 'The roles every organisation has, then those of your own, each with what it may.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
