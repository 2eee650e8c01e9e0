import { listInvestors } from '#core/securities/investors/list.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listInvestors,
  method: 'get',
  path: '/investors',
  market: 'securities',
  summary: 'List investors',
  description: 'Your investors, newest first. Names are sealed and cannot be searched; the whole e-mail address can.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
