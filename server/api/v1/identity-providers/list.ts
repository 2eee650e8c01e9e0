import { listIdentityProviders } from '#core/identity/providers/settings.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listIdentityProviders,
  method: 'get',
  path: '/identity/providers',
  market: 'platform',
  summary: 'List the identity providers that are set up',
  description: 'By name, without their keys.',
  status: 200,
  errors: [],
  examples: [{ name: 'all', summary: 'All that are set up', response: { success: true, data: [] } }],
})
