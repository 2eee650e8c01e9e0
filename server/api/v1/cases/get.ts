import { getCase } from '#core/review/cases/get.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getCase,
  method: 'get',
  path: '/cases/{id}',
  market: 'platform',
  summary: 'Read a case',
  description: 'One case of the review queue, with its proposal and notes.',
  status: 200,
  errors: [],
  examples: [],
  etag: true,
})
