import { z } from 'zod'
import { listCredentials, listCredentialsQuery } from '#core/credentials/manage.ts'
import { defineOperation } from '../../../operation.ts'
import { storedCredential } from './_shape.ts'

export default defineOperation({
  id: 'credentials.list',
  method: 'get',
  path: '/credentials',
  market: 'platform',
  summary: 'List credentials',
  description: 'Your credentials, newest first.',
  permission: 'credentials.read',
  query: listCredentialsQuery,
  response: z.object({
    success: z.literal(true),
    data: z.array(storedCredential),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
  handler: ({ ctx, query }) => listCredentials({ ctx, input: query }),
})
