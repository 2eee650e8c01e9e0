import { z } from 'zod'
import { getOwnKey } from '#core/api-keys/rotate.ts'
import { defineOperation } from '../../../operation.ts'
import { apiKey } from '../_responses.ts'

export default defineOperation({
  id: 'keys.self',
  method: 'get',
  path: '/keys/self',
  market: 'platform',
  summary: 'Read the key in use',
  description: 'Name, scopes, environment, pinned version and last use of the key that makes this call.',
  permission: 'keys.self',
  response: z.object({ success: z.literal(true), object: z.literal('api_key'), ...apiKey.shape }),
  status: 200,
  errors: [],
  examples: [],
  etag: true,
  handler: ({ ctx }) => getOwnKey({ ctx }),
})
