import { getIssuance } from '#core/tokens/get.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { wholeIssuance } from './_shape.ts'

export default defineOperation({
  id: 'tokens.get',
  method: 'get',
  path: '/tokens/issue/{id}',
  market: 'securities',
  summary: 'Read an issuance',
  description:
    'What became of an issuance; while its mint waits to be reported, what there is to sign and until when. The answer is that of the issuance itself.',
  permission: 'tokens.issue',
  params: idParams('Issuance id, iss_…'),
  response: wholeIssuance,
  status: 200,
  errors: [],
  examples: [],
  handler: ({ ctx, params }) => getIssuance({ ctx, input: params }),
})
