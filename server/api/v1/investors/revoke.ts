import { revokeIdentity } from '#core/securities/investors/revoke.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: revokeIdentity,
  method: 'post',
  path: '/investors/{id}/revoke',
  market: 'securities',
  summary: 'Take a verified identity back',
  description:
    'For fraud or a confirmed match, by two people. This call is the first one’s word: the person’s credentials are suspended at once. Another person agrees with POST /v1/cases/{id}/decide: the identity is then rejected and cannot be tried again, the credentials are revoked, pending investments are rejected, and everyone who relied on the credentials is told.',
  status: 200,
  errors: ['invalid_transition', 'already_exists'],
  examples: [
    {
      name: 'fraud',
      summary: 'The passport was forged',
      request: { reason_code: 'identity_fraud', note: 'The passport office did not issue this passport.' },
      response: { success: true, status: 'verified', second_person: { status: 'awaiting_second' } },
    },
  ],
})
