// Deleting any one fact must never help: what was refused, reviewed or asked may not become an allow.
import { describe, expect, it } from 'vitest'
import { investmentCase, regSInvestmentCase } from './cases/investment.ts'
import { regSResaleCase, transferCase } from './cases/transfer.ts'
import { evaluate } from './decide.ts'
import type { Facts } from './facts.ts'
import { goldenFacts, runAlone, unflatten } from './goldens.ts'
import type { Details } from './rule.ts'
import { currentRuleset, RULES } from './rulesets.ts'

const ALLOWS = new Set(['pass', 'info', 'warn', 'not_applicable'])
/** Read by the engine itself: without them nothing is decided at all. */
const ENVELOPE = new Set(['check', 'as_of', 'sources', 'lists'])

/** Every copy of the facts with one key left out, at any depth, also inside list items. */
function* withoutOne(facts: unknown, path: readonly string[] = []): Generator<{ path: string; facts: unknown }> {
  if (facts === null || typeof facts !== 'object') return
  for (const key of Object.keys(facts)) {
    if (path.length === 0 && ENVELOPE.has(key)) continue
    const here = (facts as Record<string, unknown>)[key]
    if (!Array.isArray(facts)) {
      const { [key]: _left, ...rest } = facts as Record<string, unknown>
      yield { path: [...path, key].join('.'), facts: rest }
    }
    for (const inner of withoutOne(here, [...path, key])) {
      const copy = Array.isArray(facts) ? [...facts] : { ...facts }
      ;(copy as Record<string, unknown>)[key] = inner.facts
      yield { path: inner.path, facts: copy }
    }
  }
}

describe('of every worked case of every rule', () => {
  it.each(RULES.map((rule) => [rule.code, rule] as const))('%s', (_code, rule) => {
    const helped: string[] = []
    for (const golden of rule.goldens) {
      if (ALLOWS.has(golden.expect)) continue
      for (const less of withoutOne(goldenFacts(rule, golden))) {
        const { result } = runAlone(rule, less.facts as Facts, golden.params)
        if (ALLOWS.has(result)) helped.push(`${golden.name}: without ${less.path} it is ${result}`)
      }
    }
    expect(helped).toEqual([])
  })
})

describe('of whole decisions', () => {
  const regS = Object.fromEntries(Object.entries(regSResaleCase).filter(([path, value]) => transferCase[path] !== value))
  const cases: [string, Details[]][] = [
    ['a resale in the hold', [transferCase, { 'to.accreditation.status': 'not_accredited' }]],
    ['a listed recipient', [transferCase, { 'to.sanctions.status': 'hit' }]],
    ['a frozen sender', [transferCase, { freezes: [{ target: 'per_a', active: true }] }]],
    ['a lock-up', [transferCase, { 'offering.lockup_days': 365 }]],
    ['a holder cap', [transferCase, { 'issuer.holder_cap': 3 }]],
    ['flowback', [transferCase, regS, { 'to.us_person': true, 'to.residence': 'US', as_of: '2026-03-13T17:00:00Z' }]],
    ['a purchaser who is not accredited', [investmentCase, { 'investor.accreditation.status': 'not_accredited' }]],
    ['an old letter', [investmentCase, { as_of: '2026-12-02T17:00:00Z', 'investor.sanctions.lists_loaded_at': '2026-12-02T12:00:00Z' }]],
    ['an order from Miami', [regSInvestmentCase, { 'investment.to_location_at_order': 'US' }]],
    ['a minor', [investmentCase, { 'investor.birth_date': '2015-01-01' }]],
  ]
  it.each(cases)('%s', (_name, layers) => {
    const facts = unflatten(...(layers as never[]))
    expect(evaluate(facts as unknown as Facts, currentRuleset).outcome).not.toBe('allow')
    const helped = [...withoutOne(facts)].filter((less) => evaluate(less.facts as Facts, currentRuleset).outcome === 'allow')
    expect(helped.map((less) => less.path)).toEqual([])
  })

  it.each([
    ['a transfer', transferCase],
    ['an investment', investmentCase],
    ['a Regulation S investment', regSInvestmentCase],
  ])('%s that is allowed never throws and never gets a hidden defect when a fact is missing', (_name, flat) => {
    const facts = unflatten(flat as never)
    for (const less of withoutOne(facts)) {
      expect(evaluate(less.facts as Facts, currentRuleset).reason_codes, less.path).not.toContain('RULE_COULD_NOT_RUN')
    }
  })
})
