import { getCredential } from '#core/credentials/manage.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { credentialAnswer } from './_shape.ts'

export default defineOperation({
  id: 'credentials.get',
  method: 'get',
  path: '/credentials/{id}',
  market: 'platform',
  summary: 'Read a credential',
  description: 'One credential, its state and the wallet it is sealed to.',
  permission: 'credentials.read',
  params: idParams('Id'),
  response: credentialAnswer,
  status: 200,
  errors: [],
  examples: [],
  handler: ({ ctx, params }) => getCredential({ ctx, input: params }),
})
