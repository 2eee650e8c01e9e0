import { z } from 'zod'
import { getDecision } from '#core/decisions/get.ts'
import { defineOperation } from '../../../operation.ts'
import { decision, idParams } from '../_responses.ts'

export default defineOperation({
  id: 'decisions.get',
  method: 'get',
  path: '/decisions/{id}',
  market: 'platform',
  summary: 'Read a decision',
  description:
    'A decision with every rule that ran, the facts each used, the versions of rules and lists, and its place in the public log.',
  permission: 'decisions.read',
  params: idParams('Decision id, dec_…'),
  response: decision.extend({
    object: z.literal('decision'),
    check: z.string(),
    subject: z.object({ type: z.string(), id: z.string() }).nullable(),
    environment: z.string(),
  }),
  status: 200,
  errors: [],
  examples: [],
  handler: ({ ctx, params }) => getDecision({ ctx, input: params }),
})
