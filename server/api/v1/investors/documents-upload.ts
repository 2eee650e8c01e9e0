import { uploadInvestorDocument } from '#core/identity/documents/of-investor.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: uploadInvestorDocument,
  method: 'post',
  path: '/investors/{id}/documents',
  market: 'securities',
  summary: 'Upload a document',
  description:
    'Keeps a document of an investor: a PDF, PNG or JPEG file of at most 10 MB as the body. Its type is read from its bytes; scripts and malware are refused. It is sealed with the key of the person, and goes with it. The same file sent twice is kept once.',
  upload: { types: ['application/octet-stream', 'application/pdf', 'image/png', 'image/jpeg'] },
  status: 201,
  errors: ['not_found', 'body_too_large', 'unsupported_media_type', 'conflict'],
  examples: [
    {
      name: 'letter',
      summary: 'A letter as PDF',
      params: { id: 'inv_…' },
      query: { kind: 'accreditation_letter', file_name: 'letter.pdf' },
      request: '%PDF-1.7 …',
      response: { success: true, object: 'document', status: 'uploaded' },
    },
  ],
})
