import { getExclusion } from '#core/exclusions/list.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { exclusion } from './_exclusion.ts'

export default defineOperation({
  id: 'gaming.get_exclusion',
  method: 'get',
  path: '/gaming/self-exclusions/{id}',
  market: 'gaming',
  summary: 'Read a self-exclusion',
  description: 'Through which day it lasts, and whether it has ended.',
  permission: 'exclusions.read',
  params: idParams('Self-exclusion id, exl_…'),
  response: exclusion,
  status: 200,
  errors: [],
  examples: [],
  handler: ({ ctx, params }) => getExclusion({ ctx, input: params }),
})
