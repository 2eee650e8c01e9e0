import { getDueDiligence } from '#core/identity/due-diligence/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getDueDiligence,
  method: 'get',
  path: '/due-diligence/{id}',
  market: 'stablecoins',
  summary: 'Read a file of due diligence',
  description: 'What was found out, by whom, and who approved it in which office.',
  status: 200,
  errors: [],
  examples: [],
})
