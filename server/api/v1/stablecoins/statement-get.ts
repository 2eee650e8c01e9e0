import { getStatement } from '#core/markets/reserves/read.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getStatement,
  method: 'get',
  path: '/stablecoins/reserve-statements/{id}',
  market: 'stablecoins',
  summary: 'Read a reserve statement',
  description: 'With the decision on it. `public_url` shows the same to anybody, and answers JSON to whoever asks for it.',
  status: 200,
  errors: [],
  examples: [],
})
