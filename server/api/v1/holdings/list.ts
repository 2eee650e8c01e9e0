import { listHoldings } from '#core/securities/holdings/list.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listHoldings,
  method: 'get',
  path: '/holdings',
  market: 'securities',
  summary: 'List holdings',
  description:
    'What wallets hold now: a row for each wallet of each offering, with its lots, what the issuer’s lock-up holds, what is frozen and by which acts.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
