import { expect, it } from 'vitest'
import { canonical, type Json } from './canonical.ts'
import { transferCase } from './cases/transfer.ts'
import { type CompactRule, compact, expand, outcomesOf } from './compact.ts'
import { evaluate } from './decide.ts'
import type { Facts } from './facts.ts'
import { goldenFacts, unflatten } from './goldens.ts'
import { currentRuleset, RULES } from './rulesets.ts'

it('a worked case of every rule reads the same joined from parts as written whole, and comes back whole', () => {
  const parts = new Map<string, readonly string[]>()
  for (const rule of RULES)
    for (const golden of rule.goldens.slice(0, 1)) {
      const evaluation = evaluate(goldenFacts(rule, golden), currentRuleset)
      const made = compact(evaluation)
      expect(made.text).toBe(canonical(evaluation as unknown as Json))
      for (const part of made.parts) parts.set(part.id, part.texts)
      const stored = JSON.stringify({ rules: made.rules, values: made.values })
      const { rules, values } = JSON.parse(stored) as { rules: CompactRule[]; values: Json[] }
      const whole = { ...evaluation, rules: expand(rules, values, (id) => parts.get(id)!) }
      expect(canonical(whole as unknown as Json)).toBe(made.text)
      expect(outcomesOf(made)()).toEqual(evaluation.rules)
    }
})

it('a decision that allows is kept in little more than a third of its length', () => {
  const { text, rules, values } = compact(evaluate(unflatten(transferCase) as unknown as Facts, currentRuleset))
  expect(JSON.stringify({ rules, values }).length).toBeLessThan(text.length * 0.4)
})

it('a sentence is shared by decisions only where its rule read no fact of theirs', () => {
  const facts = { ...(unflatten(transferCase) as Record<string, Json>), check: 'wallet.verify', as_of: '2026-11-28T17:00:00Z' }
  const evaluation = evaluate(facts as unknown as Facts, currentRuleset)
  const spoken = new Map(evaluation.rules.flatMap((rule, i) => (rule.message === null ? [] : [[rule.code, i] as const])))
  const { rules } = compact(evaluation)
  expect(Array.isArray(rules[spoken.get('COUNTRY_LIST_OLD')!])).toBe(true)
  const own = [...spoken.values()].filter((i) => evaluation.rules[i]!.facts.length > 0)
  expect(own.length).toBeGreaterThan(0)
  for (const i of own) expect(rules[i]).toBe(evaluation.rules[i])
  // Other figures are another part.
  const other = compact({
    ...evaluation,
    rules: evaluation.rules.map((rule) =>
      rule.code === 'COUNTRY_LIST_OLD' ? { ...rule, params: { ...rule.params, published: '2025-01-01' } } : rule,
    ),
  })
  expect(JSON.stringify(other.rules)).not.toBe(JSON.stringify(rules))
  expect(JSON.stringify(compact(evaluation).rules)).toBe(JSON.stringify(rules))
})
