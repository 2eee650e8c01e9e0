import { readIssuerHistory } from '#core/securities/issuer/fact-history.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: readIssuerHistory,
  method: 'get',
  path: '/issuer/facts/history',
  market: 'securities',
  summary: 'Read the history of the issuer’s facts',
  description:
    'Every word of your organisation on itself as an issuer, or on one fact. Each with who said it, as what, and when, the newest first; null where it was taken back. At most 100.',
  status: 200,
  errors: [],
  examples: [],
})
