import { releaseHold } from '#core/review/erasure/acts.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: releaseHold,
  method: 'post',
  path: '/erasures/{id}/release-hold',
  market: 'platform',
  summary: 'Release a legal hold',
  description:
    'Asks to end the legal hold on an erasure, with the reason. In production another person of yours agrees in the review queue; in the sandbox one word is enough. What no law keeps any more is then erased at once, and the rest on its day.',
  status: 200,
  errors: ['not_found', 'invalid_transition', 'already_exists'],
  examples: [
    {
      name: 'act',
      summary: 'The lawsuit is over',
      request: { reason_code: 'litigation_ended', note: 'The case was dismissed with prejudice.' },
      response: { success: true },
    },
  ],
})
