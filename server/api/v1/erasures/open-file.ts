import { openErasureFile } from '#core/review/erasure/file.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: openErasureFile,
  method: 'post',
  path: '/erasures/{id}/open-file',
  market: 'platform',
  summary: 'Open a restricted file',
  description:
    'Asks to read what is kept of a restricted person, because an authority or a claim asks for it. `opened_for` has to be one for whom the records are kept. In production another person of yours agrees in the review queue; in the sandbox one word is enough. From then on whoever asked reads it with `GET /v1/erasures/{id}/file` for the hours named, and nobody else does.',
  status: 200,
  errors: ['not_found', 'invalid_transition', 'already_exists'],
  examples: [
    {
      name: 'act',
      summary: 'An examiner asks for the record',
      request: {
        authority: 'FinCEN, request 2026-0417',
        opened_for: 'bsa_authority',
        reason_code: 'examination',
        note: 'The examiner asks for the records of identification of this account.',
        hours: 24,
      },
      response: { success: true },
    },
  ],
})
