import { noteOnCase } from '#core/review/cases/note.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: noteOnCase,
  method: 'post',
  path: '/cases/{id}/notes',
  market: 'platform',
  summary: 'Add a note to a case',
  description: 'Adds a note for those who work on the case.',
  status: 200,
  errors: ['conflict'],
  examples: [
    { name: 'note', summary: 'A note', request: { note: 'Asked the holder for a birth certificate.' }, response: { success: true } },
  ],
})
