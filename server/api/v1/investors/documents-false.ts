import { reportDocumentsFalse } from '#core/investors/documents-false.ts'
import { doubtInput } from '#core/investors/revoke.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { investorDoubt } from '../_securities.ts'

export default defineOperation({
  id: 'investors.documents_false',
  method: 'post',
  path: '/investors/{id}/documents-false',
  market: 'securities',
  summary: 'Report that an accepted document is false',
  description:
    'By two people. When another person agrees (POST /v1/cases/{id}/decide) the documents are rejected, and a case is opened in which two people consider taking the identity back.',
  permission: 'investors.write',
  params: idParams('Investor id, inv_…'),
  body: doubtInput,
  response: investorDoubt,
  status: 200,
  errors: ['invalid_transition', 'already_exists'],
  examples: [
    {
      name: 'forged',
      summary: 'A bill was forged',
      request: { reason_code: 'document_forged', note: 'The utility never sent this bill.' },
      response: { success: true, second_person: { status: 'awaiting_second' } },
    },
  ],
  handler: ({ ctx, params, body }) => reportDocumentsFalse({ ctx, input: { ...params, ...body } }),
})
