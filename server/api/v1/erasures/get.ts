import { getErasure } from '#core/review/erasure/erase.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getErasure,
  method: 'get',
  path: '/erasures/{id}',
  market: 'platform',
  summary: 'Read an erasure',
  description: 'What was erased, what a law still keeps, and until when.',
  status: 200,
  errors: ['not_found'],
  examples: [],
  etag: true,
})
