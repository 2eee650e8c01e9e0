import { z } from 'zod'
import { listScenarios, scenariosQuery } from '#core/sandbox/control.ts'
import { RECIPE_METHODS } from '#core/sandbox/error-recipes.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  id: 'sandbox.scenarios',
  method: 'get',
  path: '/sandbox/scenarios',
  market: 'platform',
  summary: 'List sandbox scenarios',
  description:
    'Every scenario with its magic wallets and header. `include=recipes` adds a way to see each error code, as calls one after the other, and each reason code, as facts for a simulation.',
  permission: 'sandbox.manage',
  response: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        title: z.string(),
        market: z.string(),
        wallet_address: z.string(),
        solana_address: z.string(),
        header: z.string(),
      }),
    ),
    errors: z
      .array(
        z.object({
          code: z.string(),
          status: z.number().int(),
          title: z.string(),
          steps: z
            .array(
              z.object({
                method: z.enum(RECIPE_METHODS),
                path: z.string().meta({ description: 'Below /v1; `{{1.id}}` is a field of the answer to the first call' }),
                body: z.unknown().optional(),
                padding: z.number().int().optional(),
                text: z.string().optional(),
                headers: z.record(z.string(), z.string()).optional(),
                key: z.string().optional(),
              }),
            )
            .optional(),
          elsewhere: z.string().optional().meta({ description: 'Where it appears, when no operation answers with it' }),
        }),
      )
      .optional(),
    reasons: z
      .array(
        z.object({
          code: z.string(),
          meaning: z.string(),
          way: z.union([
            z.object({
              kind: z.literal('simulation'),
              check: z.string(),
              result: z.string(),
              changes: z.record(z.string(), z.unknown()).meta({ description: 'For POST /v1/simulations, with the id of any decision' }),
            }),
            z.object({ kind: z.enum(['call', 'note', 'guard']), say: z.string() }),
            z.object({ kind: z.literal('officer_only') }),
          ]),
        }),
      )
      .optional(),
    keys: z.record(z.string(), z.string()).optional().meta({ description: 'The keys that recipes name, in words' }),
  }),
  query: scenariosQuery,
  status: 200,
  errors: [],
  examples: [],
  sandboxOnly: true,
  handler: ({ ctx, query }) => listScenarios({ ctx, input: query }),
})
