import { removeException } from '#core/screening/exceptions/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: removeException,
  method: 'delete',
  path: '/exceptions/{id}',
  market: 'stablecoins',
  summary: 'Take an exception back',
  description: 'The match is a review again at the next check.',
  status: 200,
  errors: ['invalid_transition'],
  examples: [],
})
