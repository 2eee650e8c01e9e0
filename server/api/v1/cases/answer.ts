import { answerQuestion, caseAnswerInput } from '#core/queue/question.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { caseAnswer } from './_shape.ts'

export default defineOperation({
  id: 'cases.answer',
  method: 'post',
  path: '/cases/{id}/answer',
  market: 'platform',
  summary: 'Answer a question of a reviewer',
  description: 'The case is looked at again, with as much time as was left. The words are kept sealed.',
  permission: 'cases.decide',
  params: idParams('Id of the case'),
  response: caseAnswer,
  status: 200,
  body: caseAnswerInput,
  errors: ['invalid_transition'],
  examples: [
    {
      name: 'answer',
      summary: 'Answer a question of a reviewer',
      request: { answer: 'At the second one, since June.' },
      response: { success: true, status: 'assigned' },
    },
  ],
  handler: ({ ctx, params, body }) => answerQuestion({ ctx, input: { ...params, ...body } }),
})
