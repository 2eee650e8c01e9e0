import { endServiceAccount } from '#core/access/members/service-accounts.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: endServiceAccount,
  method: 'delete',
  path: '/service-accounts/{id}',
  market: 'platform',
  summary: 'End a service account',
  description: 'For good: its API keys answer `service_account_ended` from the next call.',
  status: 200,
  errors: ['invalid_transition'],
  examples: [],
})
