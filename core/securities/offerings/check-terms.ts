import { z } from 'zod'
import { withSources } from '#core/record/facts/sources.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { decide } from '#engine/decide.ts'
import { currentRuleset, RULES } from '#engine/rulesets.ts'
import type { RuleOutcome } from '#engine/run-rule.ts'
import { type CreateOfferingInput, createOfferingTerms, modelled } from './create.ts'
import { openFacts } from './open-facts.ts'
import { defaultsOf, feeAt } from './present.ts'

interface CheckedRule {
  code: string
  result: string
  message: string
  sentence: string
  citation: { label: string; url: string | null }
}

export interface CheckedTerms {
  /** What opening the offering now would answer; null while terms are missing. */
  outcome: 'allow' | 'deny' | 'review' | 'needs_info' | null
  /** Fields that cannot be read yet, by pointer. */
  fields: { pointer: string; detail: string }[]
  rules: CheckedRule[]
  passed: number
  fee_at_maximum: string | null
  defaults: { max_non_accredited: number | null; lockup_days: number } | null
}

/**
 * Tries terms out as they are typed: the same facts and rules as opening the offering, nothing stored and nothing logged.
 * Terms that are missing are named, not guessed.
 */
export const checkOfferingTerms = definePageVerb({
  name: 'offerings.check_terms',
  permission: 'offerings.write',
  input: z.record(z.string(), z.unknown()),
  run: async ({ ctx, input }): Promise<CheckedTerms> => {
    const parsed = createOfferingTerms.safeParse({ name: 'Untitled', ...(input as object) })
    const given = (input ?? {}) as Partial<CreateOfferingInput>
    const regulation = given.regulation ?? given.regulation_type ?? null
    const defaults = regulation ? defaultsOf(regulation) : null
    if (!parsed.success)
      return {
        outcome: null,
        fields: parsed.error.issues.map((issue) => ({ pointer: `/${issue.path.join('/')}`, detail: issue.message })),
        rules: [],
        passed: 0,
        fee_at_maximum: null,
        defaults,
      }
    const terms = parsed.data
    const maximum = terms.maximum_raise ?? terms.target_amount
    if (!regulation || !maximum)
      return {
        outcome: null,
        fields: [
          regulation
            ? { pointer: '/maximum_raise', detail: 'Give the most you will raise.' }
            : { pointer: '/regulation', detail: 'Choose a regulation.' },
        ],
        rules: [],
        passed: 0,
        fee_at_maximum: null,
        defaults,
      }
    const row = {
      type: terms.type,
      regulation: modelled(regulation),
      price_per_token: terms.price_per_token,
      total_supply: String(terms.total_supply),
      maximum_raise: maximum,
      minimum_investment: terms.minimum_investment,
      target_amount: terms.target_amount ?? null,
      currency: terms.currency,
      opens_at: terms.opens_at ? new Date(terms.opens_at) : null,
      closes_at: terms.closes_at ? new Date(terms.closes_at) : null,
      facts: terms.compliance_facts,
      commercial_terms: null,
      integration_apart: null,
      amount_raised: '0',
      fee_accrued: '0',
      first_sale_at: null,
      closed_at: null,
      created_at: new Date(ctx.now),
    }
    const facts = await openFacts(ctx.db, ctx, row, {
      draft: false,
      sent: { regulation: terms.regulation, regulation_type: terms.regulation_type },
    })
    const result = decide(withSources(facts, ctx.environment), currentRuleset)
    return {
      outcome: result.outcome,
      fields: [],
      rules: result.rules.filter((rule) => rule.part_of === null && !['pass', 'not_applicable'].includes(rule.result)).map(shown),
      passed: result.rules.filter((rule) => rule.result === 'pass').length,
      fee_at_maximum: feeAt(maximum),
      defaults,
    }
  },
})

const SENTENCES = new Map(RULES.map((rule) => [rule.code, rule.sentence]))

const shown = (rule: RuleOutcome): CheckedRule => ({
  code: rule.code.toLowerCase(),
  result: rule.result,
  message: rule.message ?? SENTENCES.get(rule.code) ?? rule.code,
  sentence: SENTENCES.get(rule.code) ?? '',
  citation: { label: rule.citation.label, url: rule.citation.url ?? null },
})
