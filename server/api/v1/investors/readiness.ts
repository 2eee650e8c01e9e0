import { investorReadiness } from '#core/securities/investments/investor-readiness.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: investorReadiness,
  method: 'get',
  path: '/investors/{id}/readiness',
  market: 'securities',
  summary: 'List what is missing for an investor',
  description:
    'All that this investor still needs in one answer: what the verification asks for, and with a regulation or an offering what a sale to them would ask of investor and sale. Each fact with what it means, its type, who supplies it and how. Nothing is decided or stored.',
  status: 200,
  errors: ['screening_unavailable'],
  examples: [],
})
