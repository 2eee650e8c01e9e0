import { investmentReadiness } from '#core/securities/investments/readiness.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: investmentReadiness,
  method: 'get',
  path: '/investments/{id}/readiness',
  market: 'securities',
  summary: 'List what is missing for an investment',
  description:
    'All that this investment still needs before it can be accepted, in one answer: each fact with what it means, its type, who supplies it and how, and what stands in the way besides. Nothing is decided or stored.',
  status: 200,
  errors: ['screening_unavailable'],
  examples: [],
})
