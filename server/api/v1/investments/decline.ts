import { decideInvestment, decideInvestmentInput } from '#core/investments/decide.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { investment } from '../_securities.ts'

export default defineOperation({
  id: 'investments.decline',
  method: 'post',
  path: '/investments/{id}/decline',
  market: 'securities',
  summary: 'Decline an investment',
  description: 'Rejects an investment that waits. It holds no place and adds no fee.',
  permission: 'investments.write',
  params: idParams('Investment id, ivs_…'),
  body: decideInvestmentInput.pick({ note: true }),
  response: investment,
  status: 200,
  errors: ['invalid_transition'],
  examples: [
    {
      name: 'decline',
      summary: 'Decline an investment',
      request: { note: 'The investor withdrew by telephone.' },
      response: { success: true, status: 'rejected' },
    },
  ],
  handler: async ({ ctx, params, body }) => (await decideInvestment({ ctx, input: { ...params, ...body, outcome: 'decline' } })).investment,
})
