import { listProtocols } from '#core/markets/protocols/read.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listProtocols,
  method: 'get',
  path: '/protocols',
  market: 'defi',
  summary: 'List protocols',
  description: 'The protocols you registered, newest first. Every other one follows the default policy.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
