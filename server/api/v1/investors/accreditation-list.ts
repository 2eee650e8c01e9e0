import { listAccreditationFiles } from '#core/securities/investors/accreditation/verbs.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listAccreditationFiles,
  method: 'get',
  path: '/investors/{id}/accreditation',
  market: 'securities',
  summary: 'List accreditation files',
  description: 'The accreditation files of an investor, newest first, without their figures.',
  status: 200,
  errors: ['not_found', 'invalid_cursor'],
  examples: [{ name: 'list', summary: 'Of one investor', params: { id: 'inv_…' }, response: { success: true } }],
})
