import { getException } from '#core/exceptions/manage.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { exception } from './_shape.ts'

export default defineOperation({
  id: 'exceptions.get',
  method: 'get',
  path: '/exceptions/{id}',
  market: 'stablecoins',
  summary: 'Read an exception',
  description: 'Who decided what, until when, and why it ended.',
  permission: 'exceptions.write',
  params: idParams('Id of the exception'),
  response: exception,
  status: 200,
  errors: [],
  examples: [],
  handler: ({ ctx, params }) => getException({ ctx, input: params }),
})
