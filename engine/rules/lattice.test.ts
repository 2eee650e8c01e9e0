import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { transactionStatus } from '../calculations/transaction-status.ts'
import type { Json } from '../canonical.ts'
import { MINIMAL, PAYMENT } from '../cases/minimal.ts'
import { type Decision, decide, evaluate } from '../decide.ts'
import type { Facts } from '../facts.ts'
import type { Result } from '../rule.ts'
import { buildRuleset, dataOf } from '../ruleset.ts'
import { currentRuleset, RULES } from '../rulesets.ts'
import type { Outcome } from '../run-rule.ts'

const RANK: Record<Outcome, number> = { allow: 0, review: 1, needs_info: 2, deny: 3 }
const EFFECT: Record<Result, Outcome> = {
  pass: 'allow',
  not_applicable: 'allow',
  info: 'allow',
  warn: 'allow',
  review: 'review',
  needs_info: 'needs_info',
  fail: 'deny',
}
const CASES = Number(process.env.PROPERTY_CASES ?? 100_000) / 50

const names = Object.keys(MINIMAL)
/** Things that go wrong in life, laid over a clean case. */
const TROUBLE: readonly (readonly [string, Json])[] = [
  ['from.screen.addresses', [{ address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000001', list: 'us_ofac_sdn', active: true }]],
  ['subject.places', [{ source: 'residence', country: 'IR', region: 'none', proven: true }]],
  ['subject.places', [{ source: 'residence', country: 'XX', region: 'none', proven: true }]],
  ['subject.places', []],
  ['from.credential.state', 'suspended'],
  ['subject.credential.state', 'revoked'],
  ['to.credential.levels', []],
  ['tx.amount', { amount: '3000', currency: 'USD' }],
  ['tx.amount', { amount: '250000', currency: 'USD' }],
  ['tx.amount', { amount: '10', currency: 'JPY' }],
  ['orders', [{ target: 'to', kind: 'freeze', active: true }]],
  ['lists', [{ source: 'sandbox_sample', version: '8', loaded_at: '2026-11-20T12:00:00Z' }]],
  ['history.count_24h', 25],
  ['sale.total', { amount: '150000', currency: 'USD' }],
  ['sale.same_person', true],
  ['creator.profile.takedowns365d', 3],
  ['defi.risk', 60],
  ['defi.geo_block', ['US']],
  ['game.jurisdiction', 'XB'],
  ['subject.date_of_birth', '2015-01-01'],
]

function lay(facts: Facts, patches: readonly (readonly [string, Json])[]): Facts {
  const copy = structuredClone(facts) as Record<string, unknown>
  for (const [path, value] of patches) {
    const keys = path.split('.')
    let at: Record<string, unknown> | undefined = copy
    for (const key of keys.slice(0, -1)) at = at?.[key] as Record<string, unknown> | undefined
    if (at && typeof at === 'object') at[keys.at(-1)!] = value
  }
  return copy as Facts
}
const anyCase = fc
  .record({ name: fc.constantFrom(...names), troubles: fc.uniqueArray(fc.constantFrom(...TROUBLE), { maxLength: 4 }) })
  .map(({ name, troubles }) => lay(MINIMAL[name]!, troubles))
const join = (d: { rules: Decision['rules'] }): Outcome =>
  d.rules
    .filter((r) => !r.part_of)
    .reduce<Outcome>((worst, r) => (RANK[EFFECT[r.result]] > RANK[worst] ? EFFECT[r.result] : worst), 'allow')

describe('the lattice of outcomes', () => {
  it('is the join of what every rule says', () => {
    fc.assert(
      fc.property(anyCase, (facts) => {
        const d = evaluate(facts, currentRuleset)
        expect(d.outcome).toBe(join(d))
      }),
      { numRuns: CASES, seed: 5 },
    )
  })

  it('does not depend on the order in which rules are written', () => {
    const reversed = buildRuleset(dataOf([...RULES].reverse(), 'sealwright', currentRuleset.ref.version), [...RULES].reverse())
    fc.assert(
      fc.property(anyCase, (facts) => {
        expect(decide(facts, reversed).result_hash).toBe(decide(facts, currentRuleset).result_hash)
      }),
      { numRuns: CASES / 4, seed: 6 },
    )
  })

  it('is never lowered by one more rule', () => {
    const half = RULES.filter((_, i) => i % 2 === 0)
    const smaller = buildRuleset(dataOf(half, 'half', '1'), half)
    fc.assert(
      fc.property(anyCase, (facts) => {
        const few = evaluate(facts, smaller)
        if (few.rules.length > 0) expect(RANK[evaluate(facts, currentRuleset).outcome]).toBeGreaterThanOrEqual(RANK[few.outcome])
      }),
      { numRuns: CASES, seed: 7 },
    )
  })

  it('is the same from both sides: the same trouble on sender or receiver gives the same outcome', () => {
    const hit = (party: string) =>
      lay(PAYMENT, [
        [
          `${party}.screen.names`,
          [
            {
              list: 'us_ofac_sdn',
              type: 'name',
              score: 9_700,
              agree: ['country'],
              conflict: [],
              weak: false,
              subject_hash: 's',
              entry_hash: 'e',
              exception: 'none',
            },
          ],
        ],
      ])
    expect(evaluate(hit('from'), currentRuleset).outcome).toBe(evaluate(hit('to'), currentRuleset).outcome)
  })

  it('waits for the counterparty only where nothing but its data is missing', () => {
    const levels: [string, Json][] = ['from', 'to'].map((p) => [`${p}.credential.levels`, ['enhanced']])
    const waiting = evaluate(lay(PAYMENT, [['tx.amount', { amount: '3000', currency: 'USD' }], ...levels]), currentRuleset)
    expect([waiting.outcome, transactionStatus(waiting)]).toEqual(['needs_info', 'awaiting_counterparty'])
    const asking = evaluate(
      lay(PAYMENT, [
        ['tx.amount', { amount: '3000', currency: 'USD' }],
        ...levels,
        ['subject.places', []],
        ['from.places', [{ source: 'residence', country: 'XX', region: 'none', proven: true }]],
      ]),
      currentRuleset,
    )
    expect(transactionStatus(asking)).toBe('review')
    expect(transactionStatus(evaluate(PAYMENT, currentRuleset))).toBe('approved')
  })
})
