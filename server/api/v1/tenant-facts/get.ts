import { readTenantFacts } from '#core/access/tenant/facts.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: readTenantFacts,
  method: 'get',
  path: '/tenant-facts',
  market: 'platform',
  summary: 'Read your organisation’s licences and duties',
  description:
    'What the rules know of your organisation in this environment: each fact with who said it and when, or null while nobody did; and `pending`, the words whose time is still to come.',
  status: 200,
  errors: [],
  examples: [],
})
