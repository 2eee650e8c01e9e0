import { bulkResults } from '#core/screening/screenings/bulk/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: bulkResults,
  method: 'get',
  path: '/sanctions/bulk/{id}/results',
  market: 'stablecoins',
  summary: 'Download the results of a bulk screening',
  description:
    'One line a record, in the order of the file. CSV has the best match of each and is safe to open in a spreadsheet; JSONL has up to ten matches. Kept for 30 days.',
  download: { types: ['text/csv', 'application/x-ndjson'] },
  status: 200,
  errors: ['conflict'],
  examples: [],
})
