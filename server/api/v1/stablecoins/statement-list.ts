import { z } from 'zod'
import { listStatements, listStatementsQuery } from '#core/reserves/read.ts'
import { defineOperation } from '../../../operation.ts'
import { statement } from './_statement.ts'

export default defineOperation({
  id: 'stablecoins.list_statements',
  method: 'get',
  path: '/stablecoins/reserve-statements',
  market: 'stablecoins',
  summary: 'List reserve statements',
  description: 'Your statements, newest first, with every version of each month.',
  permission: 'reserves.read',
  query: listStatementsQuery,
  response: z.object({ success: z.literal(true), data: z.array(statement), has_more: z.boolean(), next_cursor: z.string().nullable() }),
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
  handler: ({ ctx, query }) => listStatements({ ctx, input: query }),
})
