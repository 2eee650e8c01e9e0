import { publishStatement } from '#core/markets/reserves/publish.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: publishStatement,
  method: 'post',
  path: '/stablecoins/reserve-statements',
  market: 'stablecoins',
  summary: 'Publish a reserve statement',
  description:
    'States what stood behind a stablecoin at the end of a month, examined by an accounting firm and certified by both chief officers, on a public page with its hash. The decision says what the GENIUS Act makes of it: assets that are not eligible or are pledged do not count. A statement that falls short is published all the same. A month is stated once; a correction is a new version that names the old.',
  status: 201,
  errors: ['already_exists', 'not_found'],
  examples: [
    {
      name: 'covered',
      summary: 'Bills and deposits that cover the token',
      request: {
        token: 'USDX',
        month: '2026-10',
        outstanding: '1000000.00',
        reserves: [
          { type: 'treasury', amount: '700000.00', maturity_date: '2026-12-31', custodian_country: 'US', encumbered: false },
          { type: 'demand_deposit', amount: '310000.00', custodian_country: 'US', encumbered: false },
        ],
        accountant: { name: 'Example & Co LLP', registration: 'PCAOB 0000' },
        certified_by: [
          { name: 'Ada Example', role: 'ceo', signed_at: '2026-11-12T15:00:00Z' },
          { name: 'Ben Example', role: 'cfo', signed_at: '2026-11-12T16:00:00Z' },
        ],
        document_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      },
      response: { success: true, object: 'reserve_statement', version: 1, ratio: '1.010000', decision: { outcome: 'allow' } },
    },
  ],
})
