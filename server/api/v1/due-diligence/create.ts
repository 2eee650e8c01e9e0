import { createDueDiligence } from '#core/identity/due-diligence/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: createDueDiligence,
  method: 'post',
  path: '/due-diligence',
  market: 'stablecoins',
  summary: 'File enhanced due diligence',
  description:
    'What you found out about a party from a country of higher risk, or about a politically exposed person. The rules read it at the next check, for 365 days. Where a rule asks for senior management, it counts once another person has approved it.',
  status: 201,
  errors: ['not_found'],
  examples: [
    {
      name: 'country',
      summary: 'An investor from a country under increased monitoring',
      request: {
        investor_id: 'inv_…',
        covers: ['country'],
        findings: 'Employed by a bank in Hanoi since 2016; payslips of three months seen.',
      },
      response: { success: true, status: 'proposed' },
    },
  ],
})
