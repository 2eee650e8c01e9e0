import { getIssuance } from '#core/securities/tokens/get.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getIssuance,
  method: 'get',
  path: '/tokens/issue/{id}',
  market: 'securities',
  summary: 'Read an issuance',
  description:
    'What became of an issuance; while its mint waits to be reported, what there is to sign and until when. The answer is that of the issuance itself.',
  status: 200,
  errors: [],
  examples: [],
})
