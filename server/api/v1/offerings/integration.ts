import { standApart } from '#core/securities/offerings/stand-apart.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: standApart,
  method: 'post',
  path: '/offerings/{id}/integration',
  market: 'securities',
  summary: 'Hold an offering apart from others beside it',
  description:
    'For offerings that run side by side outside the safe harbours of Rule 152(b): you say that the general test of Rule 152(a) is met, and on which analysis. By two people: another person agrees with POST /v1/cases/{id}/decide. It lifts the two reviews about integration, at the opening and at each sale, until a further offering comes beside it; every other rule decides as before.',
  status: 200,
  errors: ['invalid_transition', 'already_exists'],
  examples: [
    {
      name: 'ask',
      summary: 'Two offerings to different people',
      request: {
        other_offering_ids: ['off_elsewhere'],
        document_sha256: 'a'.repeat(64),
        reason_code: 'general_test_met',
        note: 'Counsel found that each offering complies by itself, and no purchaser was solicited by the other.',
      },
      response: { success: true },
    },
  ],
})
