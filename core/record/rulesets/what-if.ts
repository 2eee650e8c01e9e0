import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { decisions } from '#db/schema.ts'
import { requireAdmin } from '../admin-only.ts'
import { decideAgain, type Flips, overridesInput, rulesetWithOverrides } from '../simulations/decide-again.ts'

export type WhatIf = Flips

export const whatIfInput = z.strictObject({
  last: z.number().int().min(1, 'At least 1').max(10_000, 'At most 10,000 decisions').default(1_000),
  environment: z.enum(['sandbox', 'production']).optional(),
  market: z.string().max(40).optional(),
  overrides: overridesInput,
})

/**
 * Decides the newest decisions of all tenants again under the rules now in use with the given parameters or severities.
 * Throws `validation_failed` for an unknown rule or parameter.
 */
export async function whatIf({ ctx, input }: { ctx: Ctx; input: z.output<typeof whatIfInput> }): Promise<WhatIf> {
  await requireAdmin(ctx, 'rules.manage')
  const which = and(
    input.environment && eq(decisions.environment, input.environment),
    input.market ? eq(decisions.market, input.market) : undefined,
  )
  return decideAgain(ctx, which, input.last, rulesetWithOverrides(input.overrides))
}
