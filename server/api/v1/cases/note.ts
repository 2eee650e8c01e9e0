import { caseNoteInput, noteOnCase } from '#core/queue/work.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { caseAnswer } from './_shape.ts'

export default defineOperation({
  id: 'cases.note',
  method: 'post',
  path: '/cases/{id}/notes',
  market: 'platform',
  summary: 'Add a note to a case',
  description: 'Adds a note for those who work on the case.',
  permission: 'cases.decide',
  params: idParams('Id of the case'),
  response: caseAnswer,
  status: 200,
  body: caseNoteInput,
  errors: ['conflict'],
  examples: [
    { name: 'note', summary: 'A note', request: { note: 'Asked the holder for a birth certificate.' }, response: { success: true } },
  ],
  handler: ({ ctx, params, body }) => noteOnCase({ ctx, input: { ...params, ...body } }),
})
