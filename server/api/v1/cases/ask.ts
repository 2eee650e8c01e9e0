import { askQuestion, caseQuestionInput } from '#core/queue/question.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { caseAnswer } from './_shape.ts'

export default defineOperation({
  id: 'cases.ask',
  method: 'post',
  path: '/cases/{id}/ask',
  market: 'platform',
  summary: 'Ask for more in a case',
  description:
    'The case waits for an answer, for 30 days at most, and its deadline stands still meanwhile. The person it is about is told where they have an account, else your people; `case.awaiting_info` is sent. Evidence of a person is asked for with the decision `request_info` on the dashboard instead.',
  permission: 'cases.decide',
  params: idParams('Id of the case'),
  response: caseAnswer,
  status: 200,
  body: caseQuestionInput,
  errors: ['invalid_transition', 'conflict'],
  examples: [
    {
      name: 'question',
      summary: 'Ask for more in a case',
      request: { question: 'Which of the two addresses does the customer live at?' },
      response: { success: true, status: 'awaiting_info' },
    },
  ],
  handler: ({ ctx, params, body }) => askQuestion({ ctx, input: { ...params, ...body } }),
})
