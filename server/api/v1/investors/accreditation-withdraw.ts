import { withdrawAccreditationFile } from '#core/securities/investors/accreditation/withdraw.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: withdrawAccreditationFile,
  method: 'post',
  path: '/investors/{id}/accreditation/{file_id}/withdraw',
  market: 'securities',
  summary: 'Withdraw an accreditation file',
  description:
    'Takes back a file that was sent by mistake, while it is `open` or `in_review`: its case ends, and another one can be filed. It counts as no attempt, and what is verified by other evidence stays so.',
  status: 200,
  errors: ['not_found', 'conflict', 'invalid_transition'],
  examples: [
    { name: 'withdraw', summary: 'The wrong letter', params: { id: 'inv_…', file_id: 'acf_…' }, request: {}, response: { success: true } },
  ],
})
