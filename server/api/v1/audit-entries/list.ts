import { listAuditEntries } from '#core/record/audit/list.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listAuditEntries,
  method: 'get',
  path: '/audit-entries',
  market: 'platform',
  summary: 'List the audit log',
  description:
    'What was done in your organisation and by whom, newest first. Entries are leaves of a log in which any later change shows; they hold ids and hashes, never personal data.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
