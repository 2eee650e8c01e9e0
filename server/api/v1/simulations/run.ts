import { z } from 'zod'
import { runSimulation, simulationInput } from '#core/simulations/simulate.ts'
import { defineOperation } from '../../../operation.ts'
import { decision } from '../_responses.ts'

const outcome = z.enum(['allow', 'review', 'needs_info', 'deny'])
const counts = z.object({ allow: z.number().int(), review: z.number().int(), needs_info: z.number().int(), deny: z.number().int() })

const population = z.object({
  success: z.literal(true),
  object: z.literal('simulation'),
  kind: z.literal('population'),
  ruleset: z.object({ version: z.string(), sha256: z.string() }),
  total: z.number().int().meta({ description: 'Decisions that were made again' }),
  skipped: z.object({ erased: z.number().int(), altered: z.number().int(), ruleset_unavailable: z.number().int() }),
  matrix: z.object({ allow: counts, review: counts, needs_info: counts, deny: counts }).meta({ description: 'matrix[from][to]' }),
  flipped: z.number().int(),
  flips: z
    .array(
      z.object({
        id: z.string(),
        check: z.string(),
        market: z.string().nullable(),
        environment: z.string(),
        evaluated_at: z.string(),
        from: outcome,
        to: outcome,
        because: z.array(z.string()),
      }),
    )
    .meta({ description: 'The first 200' }),
  responsible: z.array(z.object({ code: z.string(), count: z.number().int() })),
})

const single = z.object({
  success: z.literal(true),
  object: z.literal('simulation'),
  kind: z.literal('decision'),
  decision_id: z.string(),
  from: z.string(),
  to: z.string(),
  decision: decision.omit({ id: true, receipt: true }),
})

export default defineOperation({
  id: 'simulations.run',
  method: 'post',
  path: '/simulations',
  market: 'platform',
  summary: 'Ask what other rules or facts would have decided',
  description:
    'Makes stored decisions again from their own facts: the newest ones under changed rules (a flip matrix, the decisions that turn and the rules behind it), or one decision with changed facts. Nothing is stored and no answer changes.',
  permission: 'simulations.run',
  body: simulationInput,
  response: z.union([population, single]),
  status: 200,
  errors: ['conflict', 'not_found'],
  examples: [
    {
      name: 'present_policy',
      summary: 'The rules in force flip nothing',
      request: { population: { last_n: 100 } },
      response: { success: true, object: 'simulation', kind: 'population', flipped: 0 },
    },
  ],
  idempotent: false,
  handler: ({ ctx, body }) => runSimulation({ ctx, input: body }),
})
