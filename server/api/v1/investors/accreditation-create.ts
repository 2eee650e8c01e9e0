import { createAccreditationFile } from '#core/securities/investors/accreditation/verbs.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: createAccreditationFile,
  method: 'post',
  path: '/investors/{id}/accreditation',
  market: 'securities',
  summary: 'File an accreditation',
  description:
    'On what ground of Rule 501(a) an investor is accredited, by which way of Rule 506(c)(2)(ii) that is verified, with figures, and documents that were uploaded before. The rules judge it at once. What holds waits for a person who reads the documents; confirmed, it is evidence, and the investor is verified by it until the rules end it. What is missing stands in the answer; a newer file takes the place of an open one.',
  status: 201,
  errors: ['conflicting_fields', 'verification_in_progress', 'invalid_transition', 'screening_unavailable'],
  examples: [
    {
      name: 'letter',
      summary: 'A letter of an attorney',
      request: {
        basis: 'net_worth',
        method: 'third_party_letter',
        letter: { verifier: 'attorney', author: 'Lena Example', license_number: 'NY 1234567', dated: '2026-11-20', good_standing: true },
        documents: [{ document_id: 'doc_…', shows: 'letter', dated: '2026-11-20' }],
      },
      response: { success: true, object: 'accreditation_file', status: 'in_review' },
    },
    {
      name: 'income',
      summary: 'Tax forms of two years',
      request: {
        basis: 'income',
        method: 'income_documents',
        figures: { income: { y1: { amount: '240000' }, y2: { amount: '231000' } }, income_expected_same: true },
        documents: [
          { document_id: 'doc_…', shows: 'tax_form', year: 2025 },
          { document_id: 'doc_…', shows: 'tax_form', year: 2024 },
          { document_id: 'doc_…', shows: 'income_expectation' },
        ],
      },
      response: { success: true, object: 'accreditation_file', status: 'in_review' },
    },
  ],
})
