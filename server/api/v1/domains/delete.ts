import { deleteDomain } from '#core/access/domains/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: deleteDomain,
  method: 'delete',
  path: '/domains/{id}',
  market: 'platform',
  summary: 'Remove a domain',
  description: 'From now on no wallet is asked in its name, and challenges that name it are not taken any more.',
  status: 200,
  errors: [],
  examples: [],
})
