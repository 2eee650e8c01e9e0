import { z } from 'zod'
import { listErasures, listErasuresQuery } from '#core/erasure/erase.ts'
import { defineOperation } from '../../../operation.ts'
import { erasure } from './_shape.ts'

export default defineOperation({
  id: 'erasures.list',
  method: 'get',
  path: '/erasures',
  market: 'platform',
  summary: 'List erasures',
  description: 'Persons erased or restricted on request, newest first.',
  permission: 'persons.erase',
  query: listErasuresQuery,
  response: z.object({ success: z.literal(true), data: z.array(erasure), has_more: z.boolean(), next_cursor: z.string().nullable() }),
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
  handler: ({ ctx, query }) => listErasures({ ctx, input: query }),
})
