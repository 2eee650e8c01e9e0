import { endTrustedIssuer } from '#core/identity/trust/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: endTrustedIssuer,
  method: 'post',
  path: '/identity/trusted-issuers/{id}/end',
  market: 'platform',
  summary: 'Stop trusting an issuer',
  description:
    'Its word counts no more from this moment, and evidence that rests on it is taken back. Credentials of the people concerned are suspended, and what rested on it is judged anew. It takes one person.',
  status: 200,
  errors: ['not_found', 'invalid_transition'],
  examples: [
    {
      name: 'compromised',
      summary: 'Its key is in other hands',
      params: { id: 'tis_…' },
      request: { reason_code: 'key_compromised' },
      response: { success: true, state: 'ended' },
    },
  ],
})
