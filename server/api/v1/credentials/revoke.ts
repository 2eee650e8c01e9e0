import { actInput, revokeCredential } from '#core/credentials/manage.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { credentialAnswer } from './_shape.ts'

export default defineOperation({
  id: 'credentials.revoke',
  method: 'post',
  path: '/credentials/{id}/revoke',
  market: 'platform',
  summary: 'Revoke a credential',
  description: 'For good. Its bit in the revocation list is set at once.',
  permission: 'credentials.write',
  params: idParams('Id'),
  body: actInput,
  response: credentialAnswer,
  status: 200,
  errors: ['invalid_transition'],
  examples: [
    {
      name: 'lost_key',
      summary: 'Revoke for good',
      request: { reason_code: 'key_compromised', note: 'The holder reports a stolen key.' },
      response: { success: true },
    },
  ],
  handler: ({ ctx, params, body }) => revokeCredential({ ctx, input: { ...params, ...body } }),
})
