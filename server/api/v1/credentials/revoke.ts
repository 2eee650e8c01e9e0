import { actInput, revokeCredential } from '#core/credentials/manage.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { credentialActAnswer } from './_shape.ts'

export default defineOperation({
  id: 'credentials.revoke',
  method: 'post',
  path: '/credentials/{id}/revoke',
  market: 'platform',
  summary: 'Revoke a credential',
  description:
    'For good, so it takes two people. This call is the first one’s word: the credential is suspended at once, and its bit in the suspension list is set. Another person agrees with POST /v1/cases/{id}/decide, and the bit in the revocation list is set. In production a key counts as whoever made it; in the sandbox two keys are two people.',
  permission: 'credentials.write',
  params: idParams('Id'),
  body: actInput,
  response: credentialActAnswer,
  status: 200,
  errors: ['invalid_transition', 'already_exists'],
  examples: [
    {
      name: 'lost_key',
      summary: 'Revoke for good',
      request: { reason_code: 'key_compromised', note: 'The holder reports a stolen key.' },
      response: { success: true, state: 'suspended', second_person: { status: 'awaiting_second' } },
    },
  ],
  handler: ({ ctx, params, body }) => revokeCredential({ ctx, input: { ...params, ...body } }),
})
