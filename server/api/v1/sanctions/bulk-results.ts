import { z } from 'zod'
import { bulkResults, bulkResultsQuery } from '#core/screenings/bulk/manage.ts'
import { defineOperation, HandlerAnswer } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

export default defineOperation({
  id: 'sanctions.bulk.results',
  method: 'get',
  path: '/sanctions/bulk/{id}/results',
  market: 'stablecoins',
  summary: 'Download the results of a bulk screening',
  description:
    'One line a record, in the order of the file. CSV has the best match of each and is safe to open in a spreadsheet; JSONL has up to ten matches. Kept for 30 days.',
  permission: 'sanctions.check',
  params: idParams('Id of the bulk screening'),
  query: bulkResultsQuery,
  response: z.string(),
  download: { types: ['text/csv', 'application/x-ndjson'] },
  status: 200,
  errors: ['conflict'],
  examples: [],
  handler: async ({ ctx, params, query }) => {
    const { stream, mediaType, fileName } = await bulkResults({ ctx, input: { ...params, ...query } })
    return new HandlerAnswer(200, stream, { 'content-type': mediaType, 'content-disposition': `attachment; filename="${fileName}"` })
  },
})
