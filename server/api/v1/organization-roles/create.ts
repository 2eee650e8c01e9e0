import { createOrganizationRole } from '#core/access/members/roles.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: createOrganizationRole,
  method: 'post',
  path: '/organization-roles',
  market: 'platform',
  summary: 'Make a role of your own',
  description: 'A set of permissions under a name. It holds no more than you may yourself.',
  status: 201,
  errors: ['already_exists', 'conflict'],
  examples: [
    {
      name: 'clerk',
      summary: 'Reads offerings and investors',
      request: { name: 'Clerk', permissions: ['offerings.read', 'investors.read'] },
      response: { success: true, name: 'Clerk' },
    },
  ],
})
