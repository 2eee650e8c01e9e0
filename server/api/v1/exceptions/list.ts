import { z } from 'zod'
import { listExceptions, listExceptionsQuery } from '#core/exceptions/manage.ts'
import { defineOperation } from '../../../operation.ts'
import { exception } from './_shape.ts'

export default defineOperation({
  id: 'exceptions.list',
  method: 'get',
  path: '/exceptions',
  market: 'stablecoins',
  summary: 'List exceptions',
  description: 'False-positive decisions, newest first.',
  permission: 'exceptions.write',
  query: listExceptionsQuery,
  response: z.object({ success: z.literal(true), data: z.array(exception), has_more: z.boolean(), next_cursor: z.string().nullable() }),
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
  handler: ({ ctx, query }) => listExceptions({ ctx, input: query }),
})
