import { z } from 'zod'
import { listBulkQuery, listBulkScreenings } from '#core/screenings/bulk/manage.ts'
import { defineOperation } from '../../../operation.ts'
import { bulkScreening } from './_bulk.ts'

export default defineOperation({
  id: 'sanctions.bulk.list',
  method: 'get',
  path: '/sanctions/bulk',
  market: 'stablecoins',
  summary: 'List bulk screenings',
  description: 'Files sent for screening, newest first.',
  permission: 'sanctions.check',
  query: listBulkQuery,
  response: z.object({ success: z.literal(true), data: z.array(bulkScreening), has_more: z.boolean(), next_cursor: z.string().nullable() }),
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
  handler: ({ ctx, query }) => listBulkScreenings({ ctx, input: query }),
})
