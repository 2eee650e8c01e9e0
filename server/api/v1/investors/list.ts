import { z } from 'zod'
import { listInvestors, listInvestorsQuery } from '#core/investors/list.ts'
import { defineOperation } from '../../../operation.ts'
import { investor } from '../_securities.ts'

export default defineOperation({
  id: 'investors.list',
  method: 'get',
  path: '/investors',
  market: 'securities',
  summary: 'List investors',
  description: 'Your investors, newest first. Names are sealed and cannot be searched; the whole e-mail address can.',
  permission: 'investors.read',
  query: listInvestorsQuery,
  response: z.object({
    success: z.literal(true),
    data: z.array(investor),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
  handler: ({ ctx, query }) => listInvestors({ ctx, input: query }),
})
