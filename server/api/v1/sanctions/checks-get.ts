import { getSanctionsCheck } from '#core/screening/screenings/read.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getSanctionsCheck,
  method: 'get',
  path: '/sanctions/checks/{id}',
  market: 'stablecoins',
  summary: 'Read a sanctions check',
  description:
    'A check as it was recorded: what was asked, the best five matches, and the decision with every rule that ran. Nothing is screened again.',
  status: 200,
  errors: [],
  examples: [],
})
