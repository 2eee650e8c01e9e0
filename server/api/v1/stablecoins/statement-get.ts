import { getStatement } from '#core/reserves/read.ts'
import { defineOperation } from '../../../operation.ts'
import { decision, idParams } from '../_responses.ts'
import { statement } from './_statement.ts'

export default defineOperation({
  id: 'stablecoins.get_statement',
  method: 'get',
  path: '/stablecoins/reserve-statements/{id}',
  market: 'stablecoins',
  summary: 'Read a reserve statement',
  description: 'With the decision on it. `public_url` shows the same to anybody, and answers JSON to whoever asks for it.',
  permission: 'reserves.read',
  params: idParams('Statement id, rsv_…'),
  response: statement.extend({ decision }),
  status: 200,
  errors: [],
  examples: [],
  handler: ({ ctx, params }) => getStatement({ ctx, input: params }),
})
