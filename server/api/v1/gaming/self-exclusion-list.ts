import { z } from 'zod'
import { listExclusions, listExclusionsQuery } from '#core/exclusions/list.ts'
import { defineOperation } from '../../../operation.ts'
import { exclusion } from './_exclusion.ts'

export default defineOperation({
  id: 'gaming.list_exclusions',
  method: 'get',
  path: '/gaming/self-exclusions',
  market: 'gaming',
  summary: 'List self-exclusions',
  description:
    'Those your organisation recorded, newest first; with `wallet_address`, all of its person. What holders excluded themselves from on their own is not listed: the age check answers whether it counts.',
  permission: 'exclusions.read',
  query: listExclusionsQuery,
  response: z.object({ success: z.literal(true), data: z.array(exclusion), has_more: z.boolean(), next_cursor: z.string().nullable() }),
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
  handler: ({ ctx, query }) => listExclusions({ ctx, input: query }),
})
