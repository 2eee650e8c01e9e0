import { listCredentials } from '#core/identity/credentials/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listCredentials,
  method: 'get',
  path: '/credentials',
  market: 'platform',
  summary: 'List credentials',
  description: 'Your credentials, newest first.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
