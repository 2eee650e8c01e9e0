import { getActTransactions } from '#core/securities/holdings/act-transaction.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getActTransactions,
  method: 'get',
  path: '/holdings/acts/{id}/transactions',
  market: 'securities',
  summary: 'Read what to sign for an act',
  description:
    'A freeze, its end and a forced transfer hold here at once; the contract follows when the issuer signs these transactions, one for each wallet. They are built anew for each reading, from what holds now. ERC-20 has no such functions.',
  status: 200,
  errors: [],
  etag: false,
  examples: [],
})
