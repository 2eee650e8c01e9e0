import { listSupportAccess } from '#core/access/support/grants.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listSupportAccess,
  method: 'get',
  path: '/support-grants',
  market: 'platform',
  summary: 'List support access',
  description:
    'What the platform’s administrators were let at of your organisation, and what they ask for, newest first. Each thing they looked at by one stands in your audit log: `GET /v1/audit-entries?subject_id=` with its id, by a key of the environment that was looked at.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
