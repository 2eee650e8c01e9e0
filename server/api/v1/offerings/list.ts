import { z } from 'zod'
import { listOfferings, listOfferingsQuery } from '#core/offerings/read.ts'
import { defineOperation } from '../../../operation.ts'
import { offering } from '../_securities.ts'

export default defineOperation({
  id: 'offerings.list',
  method: 'get',
  path: '/offerings',
  market: 'securities',
  summary: 'List offerings',
  description: 'Your offerings, newest first, with filters and a stable cursor.',
  permission: 'offerings.read',
  functionName: 'offerings-list',
  query: listOfferingsQuery,
  response: z.object({
    success: z.literal(true),
    data: z.array(offering),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
    total_count: z.number().int().optional(),
  }),
  status: 200,
  errors: ['invalid_cursor'],
  scenarios: ['list_empty'],
  examples: [],
  handler: ({ ctx, query }) => listOfferings({ ctx, input: query }),
})
