import { getInvestorStatus } from '#core/securities/investors/read.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getInvestorStatus,
  method: 'get',
  path: '/investors/{id}/status',
  market: 'securities',
  summary: "Read an investor's status",
  description: 'Statuses, screening, credential, and what each regulation would say. With wait it answers when something changes.',
  status: 200,
  errors: [],
  examples: [],
  etag: true,
})
