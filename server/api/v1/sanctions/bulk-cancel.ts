import { z } from 'zod'
import { cancelBulkScreening } from '#core/screenings/bulk/manage.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { bulkScreening } from './_bulk.ts'

export default defineOperation({
  id: 'sanctions.bulk.cancel',
  method: 'post',
  path: '/sanctions/bulk/{id}/cancel',
  market: 'stablecoins',
  summary: 'Cancel a bulk screening',
  description: 'Ends the work and destroys the file and what was found so far.',
  permission: 'sanctions.check',
  params: idParams('Id of the bulk screening'),
  body: z.strictObject({}),
  response: bulkScreening,
  status: 200,
  errors: ['invalid_transition'],
  examples: [{ name: 'stop', summary: 'Stop a running screening', request: {}, response: { success: true } }],
  handler: ({ ctx, params }) => cancelBulkScreening({ ctx, input: params }),
})
