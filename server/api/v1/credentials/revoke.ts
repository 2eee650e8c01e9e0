import { revokeCredential } from '#core/identity/credentials/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: revokeCredential,
  method: 'post',
  path: '/credentials/{id}/revoke',
  market: 'platform',
  summary: 'Revoke a credential',
  description:
    'For good. In production it takes two people: this call is the first one’s word, the credential is suspended at once, and another person agrees with POST /v1/cases/{id}/decide; a key counts as whoever made it. In the sandbox it is revoked at once, as by the provider that verified the holder. The bit in the revocation list is set within a second.',
  status: 200,
  errors: ['invalid_transition', 'already_exists'],
  examples: [
    {
      name: 'lost_key',
      summary: 'Revoke for good',
      request: { reason_code: 'key_compromised', note: 'The holder reports a stolen key.' },
      response: { success: true, state: 'revoked', reason_code: 'key_compromised', second_person: null },
    },
  ],
})
