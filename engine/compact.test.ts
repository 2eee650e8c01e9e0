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
