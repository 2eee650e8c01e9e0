import { listErasures } from '#core/review/erasure/erase.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listErasures,
  method: 'get',
  path: '/erasures',
  market: 'platform',
  summary: 'List erasures',
  description: 'Persons erased or restricted on request, newest first.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
