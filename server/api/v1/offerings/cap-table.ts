import { listCapTable } from '#core/securities/holdings/cap-table.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listCapTable,
  method: 'get',
  path: '/offerings/{id}/cap-table',
  market: 'securities',
  summary: 'Read the cap table',
  description:
    'Who held what at the end of a day, by person. The rows of all pages sum to the units outstanding, to the last one. Units are held from the confirmation of their mint on; those that waited for it stand apart as `pending`. No names.',
  status: 200,
  errors: [],
  examples: [],
  etag: true,
})
