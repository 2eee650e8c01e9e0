import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { decisions } from '#db/schema.ts'
import { decideAgain, type Flips, overridesInput, rulesetWithOverrides } from '../simulations/decide-again.ts'
import { definePageVerb } from '../verb.ts'

export type WhatIf = Flips

const whatIfInput = z.strictObject({
  last: z.number().int().min(1, 'At least 1').max(10_000, 'At most 10,000 decisions').default(1_000),
  environment: z.enum(['sandbox', 'production']).optional(),
  market: z.string().max(40).optional(),
  overrides: overridesInput,
})

/**
 * Decides the newest decisions of all tenants again under the rules now in use with the given parameters or severities.
 * Throws `validation_failed` for an unknown rule or parameter.
 */
export const whatIf = definePageVerb({
  name: 'rulesets.what_if',
  permission: 'rules.manage',
  admin: true,
  input: whatIfInput,
  run: async ({ ctx, input }): Promise<WhatIf> => {
    const which = and(
      input.environment && eq(decisions.environment, input.environment),
      input.market ? eq(decisions.market, input.market) : undefined,
    )
    return decideAgain(ctx, which, input.last, rulesetWithOverrides(input.overrides))
  },
})
