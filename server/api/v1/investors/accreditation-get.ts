import { getAccreditationFile } from '#core/securities/investors/accreditation/verbs.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getAccreditationFile,
  method: 'get',
  path: '/investors/{id}/accreditation/{file_id}',
  market: 'securities',
  summary: 'Read an accreditation file',
  description: 'One accreditation file with its figures and words, opened.',
  status: 200,
  errors: ['not_found'],
  examples: [{ name: 'read', summary: 'One file', params: { id: 'inv_…', file_id: 'acf_…' }, response: { success: true } }],
})
