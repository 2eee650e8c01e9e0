import { getCredentialOffer } from '#core/identity/issuing/offers.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getCredentialOffer,
  method: 'get',
  path: '/credential-offers/{id}',
  market: 'platform',
  summary: 'Read a credential offer',
  description: 'Whether a wallet has taken it up, and how it ended. Its codes are not shown again.',
  status: 200,
  errors: ['not_found'],
  examples: [{ name: 'one', summary: 'One offer', params: { id: 'cof_…' }, response: { success: true, status: 'open' } }],
})
