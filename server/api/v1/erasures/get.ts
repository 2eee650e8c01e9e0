import { getErasure } from '#core/erasure/erase.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { erasure } from './_shape.ts'

export default defineOperation({
  id: 'erasures.get',
  method: 'get',
  path: '/erasures/{id}',
  market: 'platform',
  summary: 'Read an erasure',
  description: 'What was erased, what a law still keeps, and until when.',
  permission: 'persons.erase',
  params: idParams('Erasure id, era_…'),
  response: erasure,
  status: 200,
  errors: ['not_found'],
  examples: [],
  etag: true,
  handler: ({ ctx, params }) => getErasure({ ctx, input: params }),
})
