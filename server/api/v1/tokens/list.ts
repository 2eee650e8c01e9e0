import { listIssuances } from '#core/securities/tokens/list.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listIssuances,
  method: 'get',
  path: '/tokens/issue',
  market: 'securities',
  summary: 'List issuances',
  description: 'Issuances of every offering, newest first. status=authorized are those whose mint is still to be signed and reported.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
