import { approveInvestment } from '#core/securities/investments/decide.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: approveInvestment,
  method: 'post',
  path: '/investments/{id}/approve',
  market: 'securities',
  summary: 'Approve an investment',
  description:
    'Accepts an investment that waits: it is decided again under the facts of now, and your note releases only what the rules leave to judgement. What they deny becomes rejected. A possible match with a sanctions list, an unfinished identity and missing facts are refused with conflict, naming them; what was left out of the investment can be given here; matches are for two people, in cases.',
  status: 200,
  errors: [
    'invalid_transition',
    'conflict',
    'offering_not_open',
    'raise_limit_exceeded',
    'supply_exhausted',
    'payment_method_not_enabled',
    'screening_unavailable',
  ],
  examples: [
    {
      name: 'approve',
      summary: 'Approve an investment',
      request: { note: 'Spoke with the investor; source of funds is the sale of a house.' },
      response: { success: true, status: 'accepted' },
    },
  ],
})
