import { listCredentialOffers } from '#core/identity/issuing/offers.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listCredentialOffers,
  method: 'get',
  path: '/credential-offers',
  market: 'platform',
  summary: 'List credential offers',
  description: 'The newest first; filters by credential, status and time.',
  status: 200,
  errors: [],
  examples: [
    { name: 'open', summary: 'Those that wait for a wallet', query: { status: 'open' }, response: { success: true, has_more: false } },
  ],
})
