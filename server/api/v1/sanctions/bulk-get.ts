import { getBulkScreening } from '#core/screenings/bulk/manage.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { bulkScreening } from './_bulk.ts'

export default defineOperation({
  id: 'sanctions.bulk.get',
  method: 'get',
  path: '/sanctions/bulk/{id}',
  market: 'stablecoins',
  summary: 'Read a bulk screening',
  description: 'How far the work is, how it came out so far, and the first hundred records that could not be read.',
  permission: 'sanctions.check',
  params: idParams('Id of the bulk screening'),
  response: bulkScreening,
  status: 200,
  errors: [],
  examples: [],
  handler: ({ ctx, params }) => getBulkScreening({ ctx, input: params }),
})
