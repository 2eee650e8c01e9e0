import { askQuestion } from '#core/review/cases/ask.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: askQuestion,
  method: 'post',
  path: '/cases/{id}/ask',
  market: 'platform',
  summary: 'Ask for more in a case',
  description:
    'The case waits for an answer, for 30 days at most, and its deadline stands still meanwhile. The person it is about is told where they have an account, else your people; `case.awaiting_info` is sent. Evidence of a person is asked for with the decision `request_info` on the dashboard instead.',
  status: 200,
  errors: ['invalid_transition', 'conflict'],
  examples: [
    {
      name: 'question',
      summary: 'Ask for more in a case',
      request: { question: 'Which of the two addresses does the customer live at?' },
      response: { success: true, status: 'awaiting_info' },
    },
  ],
})
