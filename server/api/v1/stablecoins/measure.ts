import { measureStablecoin } from '#core/markets/publications/measure.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: measureStablecoin,
  method: 'post',
  path: '/stablecoins/measures',
  market: 'stablecoins',
  summary: 'Judge the size and reach of a token',
  description:
    'Judges your measures of a token by the thresholds of MiCA: whether a quarterly report is due (art. 22), and whether the token is significant (art. 43 and 56). The measures are your word, and are sealed with the decision.',
  status: 201,
  errors: [],
  examples: [
    {
      name: 'dollar',
      summary: 'A dollar token above 100 million euros',
      request: {
        token: 'USDX',
        class: 'emt',
        eu_currency: false,
        holders: 120000,
        value_eur: '150000000',
        transactions: 90000,
        daily_eur: '40000000',
        gatekeeper: false,
        international: false,
        interconnected: false,
        issues_others: false,
      },
      response: { success: true, object: 'stablecoin_measure', token: 'USDX', quarterly_report: true, significant: false },
    },
  ],
})
