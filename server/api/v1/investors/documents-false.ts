import { reportDocumentsFalse } from '#core/securities/investors/documents-false.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: reportDocumentsFalse,
  method: 'post',
  path: '/investors/{id}/documents-false',
  market: 'securities',
  summary: 'Report that an accepted document is false',
  description:
    'By two people. When another person agrees (POST /v1/cases/{id}/decide) the documents are rejected, and a case is opened in which two people consider taking the identity back.',
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
})
