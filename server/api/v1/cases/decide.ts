import { decideCase } from '#core/review/cases/decide.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: decideCase,
  method: 'post',
  path: '/cases/{id}/decide',
  market: 'platform',
  summary: 'Decide a case',
  description:
    'Releases or refuses what a case holds. A release needs two different people: the first call proposes it, the second, by somebody else, puts it into effect; or has it looked at again (`send_back`). What was held is decided again by the rules. A name that is exactly a listed one, or as good as, is released only with what differs (`differences`: a birth date or an identifier, against the entry’s own) or with the hash of a document; the second person sees it.',
  status: 200,
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
})
