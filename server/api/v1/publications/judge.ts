import { judgePublication } from '#core/markets/publications/judge.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: judgePublication,
  method: 'post',
  path: '/publications',
  market: 'stablecoins',
  summary: 'Judge words before they are published',
  description:
    'Judges what you are about to say of a payment stablecoin or of a yield: a claim that the United States back or insure a coin, a promise of no risk, a yield without date, source and kind. `decision.outcome` is `allow`, `deny`, or `review` where a reader has to look or something is missing. The words are sealed with the decision, which `GET /v1/decisions/{id}` reads again; `text_sha256` says which words they were.',
  status: 201,
  errors: [],
  examples: [
    {
      name: 'stablecoin',
      summary: 'Words that deny what the law wants denied',
      request: { kind: 'stablecoin', text: 'USDX is not legal tender and is not insured by the FDIC.' },
      response: { success: true, object: 'publication', kind: 'stablecoin', decision: { outcome: 'allow' } },
    },
    {
      name: 'yield',
      summary: 'A promise that may not be made',
      request: { kind: 'yield', text: 'Guaranteed 8 % a year', source: 'own pool', rate: 'fixed' },
      response: { success: true, object: 'publication', kind: 'yield', decision: { outcome: 'deny' } },
    },
  ],
})
