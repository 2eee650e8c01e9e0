import { z } from 'zod'
import { actInput, supersedeCredential } from '#core/credentials/manage.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { credentialAnswer } from './_shape.ts'

export default defineOperation({
  id: 'credentials.supersede',
  method: 'post',
  path: '/credentials/{id}/supersede',
  market: 'platform',
  summary: 'Replace a credential',
  description: 'Issues a new one of the same level, wallet and end, and retires this one.',
  permission: 'credentials.write',
  params: idParams('Id'),
  body: actInput,
  response: credentialAnswer.extend({ supersedes: z.string() }),
  status: 200,
  errors: ['invalid_transition'],
  examples: [
    {
      name: 'new_data',
      summary: 'Replace by a new one',
      request: { reason_code: 'data_changed', note: 'The holder has a new name.' },
      response: { success: true },
    },
  ],
  handler: ({ ctx, params, body }) => supersedeCredential({ ctx, input: { ...params, ...body } }),
})
