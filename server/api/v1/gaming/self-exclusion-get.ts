import { getExclusion } from '#core/identity/exclusions/list.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getExclusion,
  method: 'get',
  path: '/gaming/self-exclusions/{id}',
  market: 'gaming',
  summary: 'Read a self-exclusion',
  description: 'Through which day it lasts, and whether it has ended.',
  status: 200,
  errors: [],
  examples: [],
})
