import { decideExceptionInput, refuseException } from '#core/exceptions/manage.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { exception } from './_shape.ts'

export default defineOperation({
  id: 'exceptions.refuse',
  method: 'post',
  path: '/exceptions/{id}/refuse',
  market: 'stablecoins',
  summary: 'Refuse an exception',
  description: 'Ends a proposal without effect.',
  permission: 'exceptions.write',
  params: idParams('Id of the exception'),
  body: decideExceptionInput,
  response: exception,
  status: 200,
  errors: ['invalid_transition'],
  examples: [
    {
      name: 'not_enough',
      summary: 'Refuse what a colleague proposed',
      request: { note: 'The passport is missing.' },
      response: { success: true },
    },
  ],
  handler: ({ ctx, params, body }) => refuseException({ ctx, input: { ...params, ...body } }),
})
