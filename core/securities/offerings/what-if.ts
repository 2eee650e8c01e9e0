import { and, desc, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { openNames } from '#core/identity/persons/open-persons.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId, positiveDecimal } from '#core/kernel/fields.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import { openFacts, storedRoom, withSettings } from '#core/record/decisions/facts.ts'
import { definePageVerb, defineVerb } from '#core/record/verb.ts'
import { SealError } from '#credentials/seal.ts'
import { decisions, investments, offerings } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { evaluate } from '#engine/decide.ts'
import { exactRoom } from '#engine/facts/of-checks.ts'
import type { Facts } from '#engine/facts.ts'
import { parseMicro } from '#engine/money.ts'
import { currentRuleset } from '#engine/rulesets.ts'
import type { Outcome } from '#engine/run-rule.ts'
import { regulationOf } from './facts.ts'

const MOST = 500

const offeringWhatIfInput = z.strictObject({
  id: z.string().max(100),
  regulation: z.enum(['reg_d_506b', 'reg_d_506c', 'reg_a_plus', 'reg_s']).optional(),
  minimum_investment: positiveDecimal.optional(),
  /** Judge every investment as if it were for this amount. */
  amount: positiveDecimal.optional(),
})

export interface OfferingWhatIf {
  /** Investments decided again. */
  total: number
  skipped: number
  matrix: Record<Outcome, Record<Outcome, number>>
  /** The investments that would turn; at most 50. */
  flips: {
    id: string
    investor_name: string
    amount: string
    from: Outcome
    to: Outcome
    because: { code: string; message: string; citation: string }[]
  }[]
}

const OUTCOMES = ['allow', 'review', 'needs_info', 'deny'] as const

/**
 * Decides the newest investments of an offering again as if its terms had been others, from the facts kept with each decision.
 * Nothing is stored; the present terms turn nothing.
 */
export const offeringWhatIf = definePageVerb({
  name: 'offerings.what_if_named',
  permission: 'simulations.run',
  input: offeringWhatIfInput,
  run: async ({ ctx, input }): Promise<OfferingWhatIf> => {
    const offering = await findScoped(ctx.db, offerings, ctx, input.id)
    if (!offering) throw notFound()
    const rows = await ctx.db
      .select({ investment: investments, decision: decisions })
      .from(investments)
      .innerJoin(decisions, eq(decisions.id, investments.decision_id))
      .where(
        inScope(
          investments,
          ctx,
          and(eq(investments.offering_id, offering.id), inArray(investments.status, ['accepted', 'pending', 'rejected'])),
        ),
      )
      .orderBy(desc(investments.created_at))
      .limit(MOST)
    await ctx.services.keyring.prepare(
      ctx.db,
      rows.map((row) => row.decision.subject_key_id),
    )
    const empty = () => Object.fromEntries(OUTCOMES.map((each) => [each, 0])) as Record<Outcome, number>
    const result: OfferingWhatIf = {
      total: 0,
      skipped: 0,
      matrix: Object.fromEntries(OUTCOMES.map((each) => [each, empty()])) as OfferingWhatIf['matrix'],
      flips: [],
    }
    const flipped: { row: (typeof rows)[number]; from: Outcome; to: Outcome; because: OfferingWhatIf['flips'][number]['because'] }[] = []
    for (const row of rows) {
      const facts = await factsOf(ctx, row.decision)
      if (!facts) {
        result.skipped++
        continue
      }
      const before = evaluate(facts, currentRuleset)
      const after = evaluate(withTerms(facts, input), currentRuleset)
      result.total++
      result.matrix[before.outcome][after.outcome]++
      if (before.outcome === after.outcome || flipped.length >= 50) continue
      const was = new Map(before.rules.map((rule) => [`${rule.code} ${rule.subject}`, rule.result]))
      const because = after.rules
        .filter((rule) => !['pass', 'not_applicable', 'info', 'warn'].includes(rule.result) && rule.part_of === null)
        .filter((rule) => was.get(`${rule.code} ${rule.subject}`) !== rule.result)
        .map((rule) => ({ code: rule.code.toLowerCase(), message: rule.message ?? rule.code, citation: rule.citation.label }))
      flipped.push({ row, from: before.outcome, to: after.outcome, because })
    }
    const names = await openNames(
      ctx,
      flipped.map((each) => each.row.investment.person_id),
    )
    result.flips = flipped.map(({ row, from, to, because }) => ({
      id: row.investment.id,
      investor_name: names.get(row.investment.person_id) ?? 'No name',
      amount: row.investment.amount,
      from,
      to,
      because,
    }))
    return result
  },
})

async function factsOf(ctx: Ctx, row: typeof decisions.$inferSelect): Promise<Facts | null> {
  try {
    return withSettings(await openFacts(ctx, row))
  } catch (error) {
    if (error instanceof Erased || error instanceof SealError) return null
    throw error
  }
}

/** The same facts with other terms. */
function withTerms(facts: Facts, change: z.output<typeof offeringWhatIfInput>): Facts {
  const offering = storedRoom('offering', facts)
  const currency = offering?.maximum_raise?.currency ?? 'USD'
  const price = parseMicro(offering?.price?.amount ?? '')
  const amount = change.amount ? parseMicro(change.amount) : null
  const investment = storedRoom('investment', facts)
  return {
    ...facts,
    offering: exactRoom('offering', {
      ...offering,
      ...(change.regulation && {
        regulation: regulationOf(change.regulation),
        ...(change.regulation === 'reg_s' && { reg_s_category: '3' }),
      }),
      ...(change.minimum_investment && { minimum_investment: { amount: change.minimum_investment, currency } }),
    }),
    ...(change.amount &&
      investment && {
        investment: exactRoom('investment', {
          ...investment,
          amount: { amount: change.amount, currency },
          ...(price && amount !== null && { quantity: String(amount / price) }),
        }),
      }),
  }
}

const outcome = z.enum(['allow', 'review', 'needs_info', 'deny'])
const counts = z.object({ allow: z.number().int(), review: z.number().int(), needs_info: z.number().int(), deny: z.number().int() })

/** The same without names, for programs. */
export const whatIfOffering = defineVerb({
  name: 'offerings.what_if',
  permission: 'simulations.run',
  input: offeringWhatIfInput.extend(byId('Offering id, off_…').shape),
  output: z.object({
    success: z.literal(true),
    total: z.number().int().meta({ description: 'Investments that were decided again' }),
    skipped: z.number().int().meta({ description: 'Investments whose facts were erased' }),
    matrix: z.object({ allow: counts, review: counts, needs_info: counts, deny: counts }).meta({ description: 'matrix[from][to]' }),
    flips: z
      .array(
        z.object({
          id: z.string().meta({ description: 'The investment' }),
          amount: z.string(),
          from: outcome,
          to: outcome,
          because: z.array(z.object({ code: z.string(), message: z.string(), citation: z.string() })),
        }),
      )
      .meta({ description: 'The first 50 that would turn' }),
  }),
  run: async ({ ctx, input }) => {
    const answer = await offeringWhatIf.run({ ctx, input })
    return { success: true as const, ...answer, flips: answer.flips.map(({ investor_name: _name, ...flip }) => flip) }
  },
})
