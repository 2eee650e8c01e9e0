import { getCredential } from '#core/identity/credentials/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getCredential,
  method: 'get',
  path: '/credentials/{id}',
  market: 'platform',
  summary: 'Read a credential',
  description: 'One credential, its state and the wallet it is sealed to.',
  status: 200,
  errors: [],
  examples: [],
})
