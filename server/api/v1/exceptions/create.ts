import { createException, createExceptionInput } from '#core/exceptions/manage.ts'
import { defineOperation } from '../../../operation.ts'
import { exception } from './_shape.ts'

export default defineOperation({
  id: 'exceptions.create',
  method: 'post',
  path: '/exceptions',
  market: 'stablecoins',
  summary: 'Propose a false positive',
  description:
    'Says that a match of a check is not the same party, with a reason and a last day. It takes effect when another person approves it, never covers an exact address or a strong match, and is void as soon as the facts of either side change.',
  permission: 'exceptions.write',
  body: createExceptionInput,
  response: exception,
  status: 201,
  errors: ['exception_not_possible', 'already_exists', 'not_found', 'screening_unavailable'],
  examples: [
    {
      name: 'false_positive',
      summary: 'Another person of the same name',
      request: {
        check_id: 'chk_…',
        entity_id: 'sandbox_sample:SBX-0001',
        reason: 'Another birth date and another country than the listed person.',
      },
      response: { success: true },
    },
  ],
  handler: ({ ctx, body }) => createException({ ctx, input: body }),
})
