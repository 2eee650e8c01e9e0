import { listServiceAccounts } from '#core/access/members/service-accounts.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listServiceAccounts,
  method: 'get',
  path: '/service-accounts',
  market: 'platform',
  summary: 'List service accounts',
  description: 'Programs that act for your organisation, ended ones among them.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
