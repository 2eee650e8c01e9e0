import { createException } from '#core/screening/exceptions/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: createException,
  method: 'post',
  path: '/exceptions',
  market: 'stablecoins',
  summary: 'Propose a false positive',
  description:
    'Says that a match of a check is not the same party, with a reason and a last day; where the name is exactly a listed one, or as good as, with what differs from the entry or the hash of a document. It takes effect when another person approves it, never covers an exact address or a strong match, and is void as soon as the facts of either side change.',
  status: 201,
  errors: ['exception_not_possible', 'already_exists', 'not_found', 'screening_unavailable'],
  examples: [
    {
      name: 'false_positive',
      summary: 'Another person of the same name',
      request: {
        check_id: 'chk_…',
        entity_id: 'sandbox_sample:SBX-0001',
        reason: 'Another passport and another country than the listed person.',
        differences: [
          { field: 'identifier', listed_value: 'SBX0000001', person_value: 'P1234567', source: 'passport of Portugal, seen on video' },
        ],
      },
      response: { success: true },
    },
  ],
})
