import { readTenantFactHistory } from '#core/access/tenant/facts.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: readTenantFactHistory,
  method: 'get',
  path: '/tenant-facts/history',
  market: 'platform',
  summary: 'Read the history of your organisation’s facts',
  description: 'Every word on the facts of your organisation, or on one, the newest first; null where it was taken back. At most 100.',
  status: 200,
  errors: [],
  examples: [],
})
