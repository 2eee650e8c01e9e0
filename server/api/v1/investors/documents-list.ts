import { listInvestorDocuments } from '#core/identity/documents/of-investor.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listInvestorDocuments,
  method: 'get',
  path: '/investors/{id}/documents',
  market: 'securities',
  summary: 'List documents of an investor',
  description: 'The documents kept of an investor, newest first, without their content.',
  status: 200,
  errors: ['not_found'],
  examples: [{ name: 'list', summary: 'Of one investor', params: { id: 'inv_…' }, response: { success: true } }],
})
