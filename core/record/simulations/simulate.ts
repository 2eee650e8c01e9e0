import { and, eq, gte, inArray, lt } from 'drizzle-orm'
import { z } from 'zod'
import { decision } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { anyJson, atMost } from '#core/kernel/fields.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import { SealError } from '#credentials/seal.ts'
import { decisions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { changed, counterfactuals } from '#engine/counterfactuals.ts'
import { decide } from '#engine/decide.ts'
import { CHECKS, type Facts } from '#engine/facts.ts'
import type { currentRuleset } from '#engine/rulesets.ts'
import { findKnown, hasParties, mayWeigh } from '../decisions/about-caller.ts'
import { openFacts, withSettings } from '../decisions/facts.ts'
import { presentDecision, toldCode } from '../decisions/present.ts'
import { bestSource, withSources } from '../facts/sources.ts'
import { defineVerb } from '../verb.ts'
import { decideAgain, type Flips, overridesInput, rulesetWithOverrides } from './decide-again.ts'

const at = z.iso.datetime({ offset: true }).transform((value) => new Date(value))

/** Characters of JSON. All facts are copied for every way out that is tried, and these with them. */
const MOST_CHANGED = 20_000

const simulationInput = z.strictObject({
  policy_patch: overridesInput.meta({
    description:
      'Rules with other parameters or another severity, by code, such as {"REG_D_506B_NON_ACCREDITED_LIMIT":{"params":{"limit":30}}}',
  }),
  population: z
    .strictObject({
      last_n: z.number().int().min(1).max(10_000).default(1_000).meta({ description: 'At most so many of the newest decisions' }),
      from: at.optional(),
      to: at.optional(),
      market: z.string().max(40).optional(),
      decision_ids: z.array(z.string().max(100)).min(1).max(1_000).optional(),
    })
    .prefault({}),
  decision_id: z.string().max(100).optional().meta({ description: 'Instead of a population: one decision, made again with other facts' }),
  changes: atMost(
    50,
    z.record(
      z
        .string()
        .regex(/^[a-z_]+(\.[A-Za-z0-9_]+)*$/)
        .max(200),
      anyJson,
    ),
  )
    .refine((changes) => JSON.stringify(changes).length <= MOST_CHANGED, `At most ${MOST_CHANGED} characters of JSON`)
    .optional()
    .meta({ description: 'Facts to change in that decision, by path, such as {"investment.amount.amount":"5000"}' }),
})

const outcome = z.enum(['allow', 'review', 'needs_info', 'deny'])

const counts = z.object({ allow: z.number().int(), review: z.number().int(), needs_info: z.number().int(), deny: z.number().int() })

/** Which answers would have been others, and which rules are behind it. */
export const flipsShape = z.object({
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

const population = z
  .object({ success: z.literal(true), object: z.literal('simulation'), kind: z.literal('population') })
  .extend(flipsShape.shape)

const single = z.object({
  success: z.literal(true),
  object: z.literal('simulation'),
  kind: z.literal('decision'),
  decision_id: z.string(),
  from: z.string(),
  to: z.string(),
  decision: decision.omit({ id: true, url: true, receipt: true }),
})

/**
 * What other rules or other facts would have decided. Nothing is stored and no answer changes; the rules in force flip nothing.
 * Throws `not_found`, `facts_erased`, and `validation_failed` for an unknown rule, parameter or path.
 */
export const runSimulation = defineVerb({
  name: 'simulations.run',
  permission: 'simulations.run',
  input: simulationInput,
  output: z.union([population, single]),
  run: async ({ ctx, input }) => {
    const ruleset = rulesetWithOverrides(input.policy_patch)
    if (input.decision_id !== undefined) return oneDecision(ctx, input.decision_id, input.changes ?? {}, ruleset)
    if (input.changes) throw invalidField('/decision_id', 'required', 'Changes are made to one decision: name it.')
    const { from, to, market, decision_ids, last_n } = input.population
    const which = inScope(
      decisions,
      ctx,
      and(
        from && gte(decisions.evaluated_at, from),
        to && lt(decisions.evaluated_at, to),
        market === undefined ? undefined : eq(decisions.market, market),
        decision_ids && inArray(decisions.id, decision_ids),
        mayWeigh(ctx),
      ),
    )
    const flips = await decideAgain(ctx, which, last_n, ruleset)
    return { success: true as const, object: 'simulation' as const, kind: 'population' as const, ...forTenant(flips) }
  },
})

/**
 * The facts of a decision with some of them changed, as if the source had said it that the rules would ask. Another check reads other
 * facts, which are from where they would be from there.
 */
export function otherwise(facts: Facts, changes: Parameters<typeof changed>[1], environment: string): Facts {
  const other = changed(facts, changes)
  const another = other.check !== facts.check && CHECKS.includes(other.check)
  const { sources } = another ? withSources(other, environment) : facts
  return { ...other, sources: { ...sources, ...Object.fromEntries(Object.keys(changes).map((path) => [path, bestSource(path)])) } }
}

async function oneDecision(
  ctx: Ctx,
  id: string,
  changes: NonNullable<z.output<typeof simulationInput>['changes']>,
  ruleset: typeof currentRuleset,
): Promise<z.output<typeof single>> {
  const found = await findKnown(ctx, id)
  // With the facts of others moved, their rules would say of them what it says to none of its parties.
  if (!found || (found.own && hasParties(found.row.check))) throw notFound()
  const { row } = found
  let facts: Facts
  try {
    facts = withSettings(await openFacts(ctx, row))
  } catch (error) {
    if (error instanceof Erased) throw new AppError('conflict', 'The facts of this decision were erased, so it cannot be made again.')
    if (error instanceof SealError)
      throw new AppError('conflict', 'The stored facts of this decision were altered, so it cannot be made again.')
    throw error
  }
  let other: Facts
  try {
    other = otherwise(facts, changes, ctx.environment)
  } catch (error) {
    throw invalidField('/changes', 'invalid_format', `A path leads nowhere: ${(error as Error).message}.`)
  }
  const result = decide(other, ruleset)
  const {
    id: _,
    url: __,
    receipt: ___,
    ...decision
  } = presentDecision(
    {
      id,
      result_hash: result.result_hash,
      evaluated_at: new Date(ctx.now),
      expires_at: null,
      lists: (other.lists ?? []) as unknown[],
      subject_type: null,
    },
    result,
    {
      publicUrl: ctx.services.config.publicUrl,
      receipt: null,
      allRules: true,
      facts: other,
      counterfactuals: counterfactuals(other, ruleset).map(({ change, then }) => ({ change, then })),
    },
  )
  return {
    success: true,
    object: 'simulation',
    kind: 'decision',
    decision_id: id,
    from: shown(row.outcome),
    to: decision.outcome,
    decision,
  }
}

const shown = (outcome: string) => (outcome === 'needs_info' ? 'review' : outcome)

/** Rules that only officers may hear of are told by the one neutral code (31 USC 5318(g)(2)). */
export function forTenant(flips: Flips): Flips {
  const responsible = new Map<string, number>()
  for (const { code, count } of flips.responsible) responsible.set(toldCode(code), (responsible.get(toldCode(code)) ?? 0) + count)
  return {
    ...flips,
    flips: flips.flips.map((flip) => ({ ...flip, because: [...new Set(flip.because.map(toldCode))] })),
    responsible: [...responsible].map(([code, count]) => ({ code, count })),
  }
}
