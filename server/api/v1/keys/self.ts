import { getOwnKey } from '#core/access/api-keys/rotate.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getOwnKey,
  method: 'get',
  path: '/keys/self',
  market: 'platform',
  summary: 'Read the key in use',
  description: 'Name, scopes, environment, pinned version and last use of the key that makes this call.',
  status: 200,
  errors: [],
  examples: [],
  etag: true,
})
