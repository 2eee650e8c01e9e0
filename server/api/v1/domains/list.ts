import { listDomains } from '#core/access/domains/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listDomains,
  method: 'get',
  path: '/domains',
  market: 'platform',
  summary: 'List domains',
  description: 'Your registered domains, newest first. Proven ones are looked at again every day.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
