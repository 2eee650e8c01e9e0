import { getEntity } from '#core/securities/entities/read.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getEntity,
  method: 'get',
  path: '/investors/{id}/entity',
  market: 'securities',
  summary: 'Read the file of an entity',
  description: 'What was said of an entity last, how far it is proven, and how far the proof of everybody behind it has come.',
  status: 200,
  errors: ['not_found'],
  examples: [{ name: 'one', summary: 'The file', params: { id: 'inv_…' }, response: { success: true, object: 'entity_file' } }],
})
