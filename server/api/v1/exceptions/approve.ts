import { approveException, decideExceptionInput } from '#core/exceptions/manage.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { exception } from './_shape.ts'

export default defineOperation({
  id: 'exceptions.approve',
  method: 'post',
  path: '/exceptions/{id}/approve',
  market: 'stablecoins',
  summary: 'Approve an exception',
  description: 'By another person than the one who proposed it: a key counts as the person who made it.',
  permission: 'exceptions.write',
  params: idParams('Id of the exception'),
  body: decideExceptionInput,
  response: exception,
  status: 200,
  errors: ['invalid_transition', 'second_person_required'],
  examples: [
    {
      name: 'seen',
      summary: 'Approve what a colleague proposed',
      request: { note: 'I have seen the passport.' },
      response: { success: true },
    },
  ],
  handler: ({ ctx, params, body }) => approveException({ ctx, input: { ...params, ...body } }),
})
