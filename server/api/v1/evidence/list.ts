import { listEvidence } from '#core/review/identity/list-evidence.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listEvidence,
  method: 'get',
  path: '/identity/evidence',
  market: 'platform',
  summary: 'List evidence',
  description: 'The newest first; filters by person, investor, wallet, what it proves and time.',
  status: 200,
  errors: [],
  examples: [
    { name: 'investor', summary: 'Of one investor', query: { investor_id: 'inv_…' }, response: { success: true, has_more: false } },
  ],
})
