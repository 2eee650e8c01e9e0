import { lookUpEntity } from '#core/securities/entities/look-up.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: lookUpEntity,
  method: 'post',
  path: '/investors/{id}/entity/look-up',
  market: 'securities',
  summary: 'Look an entity up',
  description:
    'Asks the registers that are configured: the number in that of its country, the LEI in that of GLEIF. Where the register of its country has the same name, number and day of formation, that is evidence that the entity exists. Where none is configured it says so: send an extract of the register to a reviewer.',
  status: 200,
  errors: ['not_found', 'conflict', 'not_ready'],
  examples: [
    { name: 'one', summary: 'Look it up', params: { id: 'inv_…' }, request: {}, response: { success: true, object: 'entity_file' } },
  ],
})
