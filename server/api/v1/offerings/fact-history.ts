import { readOfferingHistory } from '#core/securities/issuer/fact-history.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: readOfferingHistory,
  method: 'get',
  path: '/offerings/{id}/facts/history',
  market: 'securities',
  summary: 'Read the history of an offering’s facts',
  description:
    'Every word on the facts of an offering, or on one of them. Each with who said it, as what, and when, the newest first; null where it was taken back. At most 100.',
  status: 200,
  errors: [],
  examples: [],
})
