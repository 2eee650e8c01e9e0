import { decideCase, decideCaseInput } from '#core/queue/decide.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { caseAnswer } from './_shape.ts'

export default defineOperation({
  id: 'cases.decide',
  method: 'post',
  path: '/cases/{id}/decide',
  market: 'platform',
  summary: 'Decide a case',
  description:
    'Releases or refuses what a case holds. A release needs two different people: the first call proposes it, the second, by somebody else, puts it into effect. What was held is decided again by the rules.',
  permission: 'cases.decide',
  params: idParams('Id of the case'),
  response: caseAnswer,
  status: 200,
  body: decideCaseInput,
  errors: [
    'second_person_required',
    'invalid_transition',
    'conflict',
    'exception_not_possible',
    'offering_not_open',
    'raise_limit_exceeded',
    'supply_exhausted',
    'screening_unavailable',
  ],
  scenarios: ['2003', '2004', '2007', '5003'],
  examples: [
    {
      name: 'propose',
      summary: 'The first of two people proposes to release',
      request: { outcome: 'release', reason_code: 'false_positive', note: 'The birth years differ by twelve years.' },
      response: { success: true, status: 'awaiting_second' },
    },
  ],
  handler: ({ ctx, params, body }) => decideCase({ ctx, input: { ...params, ...body } }),
})
