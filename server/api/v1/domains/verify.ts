import { verifyDomain } from '#core/access/domains/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: verifyDomain,
  method: 'post',
  path: '/domains/{id}/verify',
  market: 'platform',
  summary: 'Look for the proof of a domain',
  description: 'Asks the DNS, then the site, now. `status` says whether it counts, `problem` why not.',
  status: 200,
  errors: [],
  examples: [],
})
