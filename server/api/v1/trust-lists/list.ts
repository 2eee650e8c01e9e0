import { listTrustLists } from '#core/identity/trust/keep-list.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listTrustLists,
  method: 'get',
  path: '/identity/trust-lists',
  market: 'platform',
  summary: 'List trust lists',
  description:
    'Lists of trust services (ETSI TS 119 612 and 119 602) that were imported with `POST /v1/identity/trusted-issuers/import`: of each the issue that counts, who imported it and when, and until when it counts. Past that time its issuers count no more.',
  status: 200,
  errors: [],
  examples: [{ name: 'all', summary: 'What is kept', response: { success: true, has_more: false } }],
})
