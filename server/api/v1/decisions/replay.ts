import { z } from 'zod'
import { replayDecision } from '#core/decisions/replay.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

export default defineOperation({
  id: 'decisions.replay',
  method: 'post',
  path: '/decisions/{id}/replay',
  market: 'platform',
  summary: 'Make a decision again',
  description:
    'Runs the decision again from its stored facts, under the rules and list versions of that day. The result hash must be the same; if an input was altered or erased, the answer says so.',
  permission: 'decisions.read',
  params: idParams('Decision id, dec_…'),
  response: z.object({
    success: z.literal(true),
    object: z.literal('replay'),
    decision_id: z.string(),
    status: z.enum(['identical', 'differs', 'inputs_altered', 'facts_erased', 'ruleset_unavailable']),
    original: z.object({ outcome: z.string(), result_hash: z.string(), ruleset: z.string(), evaluated_at: z.string() }),
    replayed: z.object({ outcome: z.string(), result_hash: z.string(), ruleset: z.string() }).nullable(),
  }),
  status: 200,
  errors: [],
  examples: [],
  idempotent: false,
  handler: ({ ctx, params }) => replayDecision({ ctx, input: params }),
})
