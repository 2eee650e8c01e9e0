import { listIdentitySessions } from '#core/identity/sessions/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listIdentitySessions,
  method: 'get',
  path: '/identity/sessions',
  market: 'platform',
  summary: 'List identity sessions',
  description: 'The newest first; filters by status, investor, wallet and time.',
  status: 200,
  errors: [],
  examples: [
    { name: 'open', summary: 'Those that wait for their person', query: { status: 'open' }, response: { success: true, has_more: false } },
  ],
})
