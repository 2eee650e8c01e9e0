import { actInput, suspendCredential } from '#core/credentials/manage.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { credentialActAnswer } from './_shape.ts'

export default defineOperation({
  id: 'credentials.suspend',
  method: 'post',
  path: '/credentials/{id}/suspend',
  market: 'platform',
  summary: 'Suspend a credential',
  description: 'Takes it out of use until it is resumed. Its bit in the suspension list is set at once.',
  permission: 'credentials.write',
  params: idParams('Id'),
  body: actInput,
  response: credentialActAnswer,
  status: 200,
  errors: ['invalid_transition'],
  examples: [
    {
      name: 'while_reviewing',
      summary: 'Suspend while something is looked into',
      request: { reason_code: 'under_review', note: 'The holder reports a lost phone.' },
      response: { success: true },
    },
  ],
  handler: ({ ctx, params, body }) => suspendCredential({ ctx, input: { ...params, ...body } }),
})
