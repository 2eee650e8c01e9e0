import { z } from 'zod'
import { listInvestments, listInvestmentsQuery } from '#core/investments/read.ts'
import { defineOperation } from '../../../operation.ts'
import { investment } from '../_securities.ts'

export default defineOperation({
  id: 'investments.list',
  method: 'get',
  path: '/investments',
  market: 'securities',
  summary: 'List investments',
  description: 'Investments of one offering, one investor or all, newest first. status=pending are those that wait for a decision.',
  permission: 'investments.read',
  query: listInvestmentsQuery,
  response: z.object({
    success: z.literal(true),
    data: z.array(investment),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
  handler: ({ ctx, query }) => listInvestments({ ctx, input: query }),
})
