import { withdrawDueDiligence } from '#core/identity/due-diligence/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: withdrawDueDiligence,
  method: 'delete',
  path: '/due-diligence/{id}',
  market: 'stablecoins',
  summary: 'Take a file of due diligence back',
  description:
    'From now on no rule reads it. It stays readable, with who took it back. Adverse media that another person confirmed is taken back by a third.',
  status: 200,
  errors: ['invalid_transition', 'second_person_required'],
  examples: [],
})
