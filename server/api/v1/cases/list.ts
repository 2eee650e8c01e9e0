import { z } from 'zod'
import { listCases, listCasesQuery } from '#core/queue/list.ts'
import { defineOperation } from '../../../operation.ts'
import { caseShape } from './_shape.ts'

export default defineOperation({
  id: 'cases.list',
  method: 'get',
  path: '/cases',
  market: 'platform',
  summary: 'List cases',
  description: 'The review queue: what waits for a person, most urgent first, in an order that is the same for everybody.',
  permission: 'cases.read',
  query: listCasesQuery,
  response: z.object({ success: z.literal(true), data: z.array(caseShape), has_more: z.boolean(), next_cursor: z.string().nullable() }),
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
  handler: ({ ctx, query }) => listCases({ ctx, input: query }),
})
