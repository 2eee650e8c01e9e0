import { answerQuestion } from '#core/review/cases/answer.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: answerQuestion,
  method: 'post',
  path: '/cases/{id}/answer',
  market: 'platform',
  summary: 'Answer a question of a reviewer',
  description: 'The case is looked at again, with as much time as was left. The words are kept sealed.',
  status: 200,
  errors: ['invalid_transition'],
  examples: [
    {
      name: 'answer',
      summary: 'Answer a question of a reviewer',
      request: { answer: 'At the second one, since June.' },
      response: { success: true, status: 'assigned' },
    },
  ],
})
