import { getException } from '#core/screening/exceptions/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getException,
  method: 'get',
  path: '/exceptions/{id}',
  market: 'stablecoins',
  summary: 'Read an exception',
  description: 'Who decided what, until when, and why it ended.',
  status: 200,
  errors: [],
  examples: [],
})
