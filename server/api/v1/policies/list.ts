import { z } from 'zod'
import { listPolicies, listPoliciesQuery } from '#core/policies/list.ts'
import { defineOperation } from '../../../operation.ts'
import { policy } from './_shape.ts'

export default defineOperation({
  id: 'policies.list',
  method: 'get',
  path: '/policies',
  market: 'platform',
  summary: 'List changes of the rules',
  description:
    'Every set of rules that came into force, newest first. `policy.published` and `policy.rolled_back` tell each with what it would have made of your newest 500 decisions.',
  permission: 'decisions.read',
  query: listPoliciesQuery,
  response: z.object({ success: z.literal(true), data: z.array(policy), has_more: z.boolean(), next_cursor: z.string().nullable() }),
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
  handler: ({ ctx, query }) => listPolicies({ ctx, input: query }),
})
