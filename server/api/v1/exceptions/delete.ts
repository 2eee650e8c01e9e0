import { removeException } from '#core/exceptions/manage.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { exception } from './_shape.ts'

export default defineOperation({
  id: 'exceptions.delete',
  method: 'delete',
  path: '/exceptions/{id}',
  market: 'stablecoins',
  summary: 'Take an exception back',
  description: 'The match is a review again at the next check.',
  permission: 'exceptions.write',
  params: idParams('Id of the exception'),
  response: exception,
  status: 200,
  errors: ['invalid_transition'],
  examples: [],
  handler: ({ ctx, params }) => removeException({ ctx, input: params }),
})
