import { expect, it } from 'vitest'
import { ARCHIVE } from './archive/index.generated.ts'
import { investmentCase } from './cases/investment.ts'
import { transferCase } from './cases/transfer.ts'
import { decide } from './decide.ts'
import type { Facts } from './facts.ts'
import { unflatten } from './goldens.ts'
import type { Details } from './rule.ts'
import { buildRuleset } from './ruleset.ts'
import { CURRENT_VERSION, currentRuleset, factsFor, RULES, ruleset, rulesetWith } from './rulesets.ts'
import { simulate } from './simulate.ts'

const factsOf = (...layers: Details[]) => unflatten(...(layers as never[])) as unknown as Facts
const held = factsOf(transferCase, { 'to.accreditation.status': 'not_accredited' })

it('a shorter holding period turns a denial into allow, and says which rule did it', () => {
  const shorter = rulesetWith({ RULE_144_HOLDING_PERIOD: { params: { other_months: 3 } } }, 'what-if-1')
  const result = simulate(
    [
      { id: 'a', facts: held },
      { id: 'b', facts: factsOf(transferCase) },
    ],
    currentRuleset,
    shorter,
  )
  expect(result.total).toBe(2)
  expect(result.matrix.deny.allow).toBe(1)
  expect(result.matrix.allow.allow).toBe(1)
  expect(result.flips).toMatchObject([{ id: 'a', from: 'deny', to: 'allow' }])
  expect(result.flips[0]!.because).toContain('TRANSFER_ROUTE_RESOLVE')
})

it('a rule switched to review by counsel reviews instead of denying', () => {
  const softer = rulesetWith({ SUPPLY_EXHAUSTED: { severity: 'hold' } }, 'what-if-2')
  const facts = factsOf(investmentCase, { 'offering.units_left': '1' })
  expect(decide(facts, currentRuleset).outcome).toBe('deny')
  expect(decide(facts, softer).outcome).toBe('review')
})

it('refuses to override a rule that does not exist', () => {
  expect(() => rulesetWith({ NO_SUCH_RULE: { params: {} } }, 'x')).toThrow(RangeError)
})

it('other parameters are another ruleset: version and hash differ, the old one replays to the same bytes', () => {
  const moved = rulesetWith({ RULE_144_HOLDING_PERIOD: { params: { other_months: 3 } } }, '2027.1.1')
  expect(moved.ref.sha256).not.toBe(currentRuleset.ref.sha256)
  const then = decide(held, currentRuleset)
  expect(decide(held, moved).result_hash).not.toBe(then.result_hash)
  const replayed = buildRuleset(structuredClone(currentRuleset.data), RULES)
  expect(decide(held, replayed)).toEqual(then)
})

it('the archive holds the current version as it is (run `node tools/archive-ruleset.ts` for a new one)', () => {
  const archived = ARCHIVE.find((data) => data.version === CURRENT_VERSION)
  expect(archived && buildRuleset(archived, RULES).ref.sha256).toBe(currentRuleset.ref.sha256)
})

it('gives every archived version back, and names an unknown one', () => {
  for (const data of ARCHIVE) expect(ruleset(data.version).ref.version).toBe(data.version)
  expect(() => ruleset('1999.1.1')).toThrow('No ruleset has the version 1999.1.1.')
})

it('H1 decides under the first archived rules as it did when they were in use', () => {
  const first = ruleset('2026.11.1')
  expect(first.ref.sha256).toBe('d3df3b0ab26ab4f3adbee861c74a37aed0a7378678171dda6b68d47c2548fa81')
  const outcome = (facts: Details, more: Details = {}) => {
    const { outcome, reason_codes } = decide(unflatten(facts as never, more as never) as unknown as Facts, first)
    return [outcome, ...reason_codes.filter((code) => ['SANCTIONS_INVESTOR', 'HOLDER_LIMIT', 'SANCTIONED'].includes(code))]
  }
  expect(outcome(investmentCase)[0]).toBe('allow')
  expect(outcome(transferCase)[0]).toBe('allow')
  expect(outcome(investmentCase, { 'investor.sanctions.status': 'hit' })[0]).toBe('deny')
  expect(outcome(investmentCase, { 'investor.sanctions.status': 'possible_match' })).toEqual(['review', 'SANCTIONS_INVESTOR'])
})

it('refuses data whose predicate is not in this build', () => {
  const data = { ...currentRuleset.data, rules: [{ ...currentRuleset.data.rules[0]!, version: 99 }] }
  expect(() => buildRuleset(data, RULES)).toThrow('is not in this build')
})

it('lists the facts of a check', () => {
  expect(factsFor('transfer').map((fact) => fact.path)).toEqual(expect.arrayContaining(['from.lots', 'to.residence', 'transfer.quantity']))
})
