import { listTrustedIssuers } from '#core/identity/trust/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listTrustedIssuers,
  method: 'get',
  path: '/identity/trusted-issuers',
  market: 'platform',
  summary: 'List trusted issuers',
  description:
    'The newest first, with those that wait for another person and those that were let go; filters by kind, state, country and time.',
  status: 200,
  errors: [],
  examples: [
    { name: 'active', summary: 'Whose word counts now', query: { state: 'active' }, response: { success: true, has_more: false } },
  ],
})
