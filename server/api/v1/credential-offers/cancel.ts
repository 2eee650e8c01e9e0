import { cancelCredentialOffer } from '#core/identity/issuing/offers.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: cancelCredentialOffer,
  method: 'post',
  path: '/credential-offers/{id}/cancel',
  market: 'platform',
  summary: 'End a credential offer',
  description:
    'No wallet takes anything by it any more, and an access token that one got counts no more. What a wallet took stays with it: revoke or suspend the credential to end that.',
  status: 200,
  emptyBody: true,
  errors: ['not_found', 'invalid_transition'],
  examples: [
    { name: 'cancel', summary: 'No longer wanted', params: { id: 'cof_…' }, request: {}, response: { success: true, status: 'ended' } },
  ],
})
