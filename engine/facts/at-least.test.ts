// A fact from a weaker source than the one asked for opens nothing: random facts here, PROPERTY_CASES as many as it says.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../canonical.ts'
import { investmentCase } from '../cases/investment.ts'
import { MINIMAL, SANCTIONS_CHECK } from '../cases/minimal.ts'
import { transferCase } from '../cases/transfer.ts'
import { evaluate } from '../decide.ts'
import type { Check, Facts, Need } from '../facts.ts'
import { goldenFacts, runAlone, unflatten } from '../goldens.ts'
import type { Golden, Rule } from '../rule.ts'
import { currentRuleset, RULES } from '../rulesets.ts'
import { isAtLeast, type LeastKind, SOURCE_KINDS, sourceOf, strongestOf, weakestOf } from './entry.ts'
import { VOCABULARY } from './vocabulary.ts'

const CASES = Number(process.env.PROPERTY_CASES ?? 10_000) / 2
const ALLOWS = new Set(['pass', 'info', 'warn', 'not_applicable'])
/** From the strongest to what is no kind at all. */
const LADDER = ['established', 'listed', 'measured', 'configured', 'stated', 'hearsay'] as const
const step = (source: string) => {
  const at = LADDER.indexOf(source as (typeof LADDER)[number])
  return at < 0 ? LADDER.length - 1 : at
}

/** Every fact that some needs read, with what is asked of it. */
function reads(needs: readonly Need<unknown>[], into = new Map<string, Need<unknown>[]>()): Map<string, Need<unknown>[]> {
  for (const need of needs)
    if (need.derived) reads(need.derived.list, into)
    else into.set(need.path, [...(into.get(need.path) ?? []), need])
  return into
}
const ofCheck = (check: Check) => [...reads(currentRuleset.plan[check].flatMap((one) => one.needs)).keys()]

const lowered = fc.array(fc.record({ fact: fc.nat(), by: fc.integer({ min: 1, max: LADDER.length - 1 }) }), { minLength: 1, maxLength: 4 })
type Lowered = readonly { fact: number; by: number }[]

/** The same facts, of which some came by a weaker kind of source. */
function lower(facts: Facts, paths: readonly string[], changes: Lowered): Facts {
  const sources: Record<string, string> = { ...facts.sources }
  for (const { fact, by } of changes) {
    const path = paths[fact % paths.length]!
    sources[path] = LADDER[Math.min(LADDER.length - 1, step(sourceOf(path, sources)) + by)]!
  }
  return { ...facts, sources }
}

const GOLDENS: readonly (readonly [Rule, Golden])[] = RULES.flatMap((rule) => rule.goldens.map((golden: Golden) => [rule, golden] as const))
const BASES: readonly Facts[] = [
  ...Object.values(MINIMAL),
  ...[transferCase, investmentCase].map((flat) => unflatten(flat) as unknown as Facts),
]

describe('L3 degrading the kind of a source', () => {
  it('never opens a rule', () => {
    let asked = 0
    fc.assert(
      fc.property(fc.constantFrom(...GOLDENS), lowered, ([rule, golden], changes) => {
        const facts = goldenFacts(rule, golden)
        const paths = [...reads(Object.values(rule.needs as Record<string, Need<unknown>>)).keys()]
        fc.pre(paths.length > 0)
        const [before, after] = [facts, lower(facts, paths, changes)].map((each) => runAlone(rule, each, golden.params))
        if (after!.reason === 'STRONGER_SOURCE_NEEDED') asked++
        if (!ALLOWS.has(before!.result))
          expect([rule.code, golden.name, ALLOWS.has(after!.result)]).toEqual([rule.code, golden.name, false])
      }),
      { numRuns: CASES, seed: 3 },
    )
    expect(asked).toBeGreaterThan(CASES / 50)
  }, 900_000)

  it('never opens a decision, and asks for the stronger source where it counts', () => {
    let closed = 0
    fc.assert(
      fc.property(fc.constantFrom(...BASES), fc.array(lowered, { minLength: 1, maxLength: 3 }), (base, steps) => {
        let [facts, before] = [base, evaluate(base, currentRuleset)]
        for (const changes of steps) {
          facts = lower(facts, ofCheck(base.check), changes)
          const after = evaluate(facts, currentRuleset)
          if (before.outcome !== 'allow') expect([before.primary, after.outcome === 'allow']).toEqual([before.primary, false])
          if (before.outcome === 'allow' && after.outcome !== 'allow') {
            closed++
            expect([after.outcome, after.reason_codes.some((code) => code.startsWith('STRONGER_SOURCE_NEEDED:'))]).toEqual([
              'needs_info',
              true,
            ])
            expect(after.missing.length).toBeGreaterThan(0)
          }
          before = after
        }
      }),
      { numRuns: CASES / 5, seed: 4 },
    )
    expect(closed).toBeGreaterThan(CASES / 100)
  }, 900_000)
})

describe('L3 at_least', () => {
  const decided = (sources: Record<string, string>, more: Record<string, Json> = {}) =>
    evaluate({ ...SANCTIONS_CHECK, ...more, sources: { ...SANCTIONS_CHECK.sources, ...sources } }, currentRuleset)

  it('takes a clear screening from a list, and from nobody who only says so', () => {
    expect(decided({ 'subject.screen.names': 'listed' }).outcome).toBe('allow')
    for (const source of ['stated', 'configured', 'request', 'assumed', 'held']) {
      const { outcome, missing, reason_codes, rules } = decided({ 'subject.screen.names': source })
      expect([source, outcome]).toEqual([source, 'needs_info'])
      expect(missing).toContain('/subject/screen/names')
      expect(reason_codes).toContain('STRONGER_SOURCE_NEEDED:subject.screen.names')
      expect(rules.find((rule) => rule.reason === 'STRONGER_SOURCE_NEEDED')).toMatchObject({ byte: 45, params: { at_least: 'listed' } })
    }
  })

  it('takes what the sandbox plays in the sandbox alone', () => {
    expect(decided({ 'subject.screen.names': 'simulated' }, { environment: 'sandbox' }).outcome).toBe('allow')
    expect(decided({ 'subject.screen.names': 'simulated' }, { environment: 'production' }).outcome).toBe('needs_info')
    expect(decided({ 'subject.screen.names': 'simulated' }).outcome).toBe('needs_info')
  })

  it('takes no facts of which nobody says where they are from', () => {
    const { sources: _, ...facts } = SANCTIONS_CHECK
    expect(evaluate(facts as Facts, currentRuleset).outcome).toBe('needs_info')
  })

  it('has one order: what is said is worth the least, what evidence establishes the most', () => {
    const real = SOURCE_KINDS.filter((kind): kind is LeastKind => kind !== 'simulated')
    const least = (kind: LeastKind) => real.filter((source) => isAtLeast(source, kind, false))
    expect(least('established')).toEqual(['established'])
    expect([least('listed'), least('measured')]).toEqual([
      ['established', 'measured', 'listed'],
      ['established', 'measured', 'listed'],
    ])
    expect(least('configured')).toEqual(['established', 'measured', 'listed', 'configured'])
    expect(least('stated')).toEqual(['established', 'measured', 'listed', 'stated', 'configured'])
    expect([strongestOf(real), weakestOf(real)]).toEqual(['established', 'stated'])
  })

  const asked = RULES.flatMap((rule) =>
    [...reads(Object.values(rule.needs as Record<string, Need<unknown>>)).values()].flat().flatMap((need) => (need.least ? [need] : [])),
  )
  it('asks only for what some source may bring', () => {
    for (const { path, least } of asked) {
      const { from } = VOCABULARY[path as keyof typeof VOCABULARY]
      expect([path, from.some((kind) => isAtLeast(kind, least!, false))]).toEqual([path, true])
    }
  })
})
