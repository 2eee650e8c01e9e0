import { getProtocol } from '#core/markets/protocols/read.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getProtocol,
  method: 'get',
  path: '/protocols/{id}',
  market: 'defi',
  summary: 'Read a protocol',
  description: 'Its policy as it stands, and the versions before it.',
  status: 200,
  errors: [],
  examples: [],
})
