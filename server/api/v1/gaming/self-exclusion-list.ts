import { listExclusions } from '#core/identity/exclusions/list.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listExclusions,
  method: 'get',
  path: '/gaming/self-exclusions',
  market: 'gaming',
  summary: 'List self-exclusions',
  description:
    'Those your organisation recorded, newest first; with `wallet_address`, all of its person. What holders excluded themselves from on their own is not listed: the age check answers whether it counts.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
