import { z } from 'zod'
import { listIssuances, listIssuancesQuery } from '#core/tokens/list.ts'
import { defineOperation } from '../../../operation.ts'
import { issuance } from './_shape.ts'

export default defineOperation({
  id: 'tokens.list',
  method: 'get',
  path: '/tokens/issue',
  market: 'securities',
  summary: 'List issuances',
  description: 'Issuances of every offering, newest first. status=authorized are those whose mint is still to be signed and reported.',
  permission: 'tokens.issue',
  query: listIssuancesQuery,
  response: z.object({
    success: z.literal(true),
    data: z.array(issuance),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
  handler: ({ ctx, query }) => listIssuances({ ctx, input: query }),
})
