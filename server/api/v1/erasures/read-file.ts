import { readErasureFile } from '#core/review/erasure/file.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: readErasureFile,
  method: 'get',
  path: '/erasures/{id}/file',
  market: 'platform',
  summary: 'Read a restricted file',
  description:
    'What is kept of a restricted person: who they are, the evidence with what was read, documents, figures, screenings and decisions. For whoever opened it, while it is open; each reading is in the audit log. `with` names a document or a decision whose content comes with it.',
  status: 200,
  errors: ['not_found', 'second_person_required', 'facts_erased', 'conflict'],
  examples: [],
})
