import { listRevocationLists } from '#core/identity/revocations/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listRevocationLists,
  method: 'get',
  path: '/identity/revocation-lists',
  market: 'platform',
  summary: 'List lists of revoked certificates',
  description:
    'In which lists certificates of your trusted issuers are looked for: those that were fetched, those that somebody imported, and those that could not be had, with the reason.',
  status: 200,
  errors: [],
  examples: [{ name: 'all', summary: 'What is kept', response: { success: true, has_more: false } }],
})
