import { getDomain } from '#core/access/domains/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getDomain,
  method: 'get',
  path: '/domains/{id}',
  market: 'platform',
  summary: 'Read a domain',
  description: 'One domain, where its proof is looked for and what was found last.',
  status: 200,
  errors: [],
  examples: [],
})
