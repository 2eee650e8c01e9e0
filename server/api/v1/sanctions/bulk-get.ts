import { getBulkScreening } from '#core/screening/screenings/bulk/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getBulkScreening,
  method: 'get',
  path: '/sanctions/bulk/{id}',
  market: 'stablecoins',
  summary: 'Read a bulk screening',
  description: 'How far the work is, how it came out so far, and the first hundred records that could not be read.',
  status: 200,
  errors: [],
  examples: [],
})
