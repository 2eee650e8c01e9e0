import { decideInvestment, decideInvestmentInput } from '#core/investments/decide.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { investment } from '../_securities.ts'

export default defineOperation({
  id: 'investments.approve',
  method: 'post',
  path: '/investments/{id}/approve',
  market: 'securities',
  summary: 'Approve an investment',
  description:
    'Accepts an investment that waits: it is decided again under the facts of now, and your note releases only what the rules leave to judgement. What they deny becomes rejected. A possible match with a sanctions list, an unfinished identity and missing facts are refused with conflict; matches are for two people, in cases.',
  permission: 'investments.write',
  params: idParams('Investment id, ivs_…'),
  body: decideInvestmentInput.pick({ note: true, compliance_facts: true }),
  response: investment,
  status: 200,
  errors: ['invalid_transition', 'conflict', 'offering_not_open', 'raise_limit_exceeded', 'supply_exhausted', 'screening_unavailable'],
  examples: [
    {
      name: 'approve',
      summary: 'Approve an investment',
      request: { note: 'Spoke with the investor; source of funds is the sale of a house.' },
      response: { success: true, status: 'accepted' },
    },
  ],
  handler: async ({ ctx, params, body }) => (await decideInvestment({ ctx, input: { ...params, ...body, outcome: 'approve' } })).investment,
})
