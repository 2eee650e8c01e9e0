import { expect, test } from 'vitest'
import { PAYMENT } from '#engine/cases/minimal.ts'
import { transferCase } from '#engine/cases/transfer.ts'
import { decide } from '#engine/decide.ts'
import type { Facts } from '#engine/facts.ts'
import { unflatten } from '#engine/goldens.ts'
import { currentRuleset } from '#engine/rulesets.ts'
import { whoseLaw } from './whose-law.ts'

const hit = (list: string) => ({
  ...{ list, type: 'name', score: 9_900, name_score: 9_900, held: [], agree: ['date_of_birth'], near: [], conflict: [], weak: false },
  ...{ subject_hash: 'a', entry_hash: 'b', exception: 'none' },
})
const home = (country: string, source = 'residence') => ({ source, country, region: 'none', proven: true })

/** A payment to somebody as they are listed, where they live, and of an organisation bound by what is named besides. */
function paid(lists: readonly string[], places: readonly object[], named: readonly string[]) {
  const to = PAYMENT.to as { readonly screen: object }
  const facts = {
    ...PAYMENT,
    tenant: { ...(PAYMENT.tenant as object), sanctions_nexus: ['US', 'UN', ...named] },
    to: { ...to, places, eu_permit: false, edd: 'none', screen: { ...to.screen, names: lists.map(hit) } },
  } as unknown as Facts
  return { facts, decision: decide(facts, currentRuleset) }
}
const RUSSIAN = [home('RU')]
const GERMAN = [home('DE')]

test.each([
  ['listed by the United States alone', ['us_ofac_sdn'], GERMAN, ['EU', 'UK'], ['US']],
  ['listed by three, all of whom bind', ['us_ofac_sdn', 'eu_fsf', 'gb_fcdo'], GERMAN, ['EU', 'UK'], ['US', 'EU', 'UK']],
  ['listed by three, of whom one does not bind', ['us_ofac_sdn', 'eu_fsf', 'gb_fcdo'], GERMAN, ['UK'], ['US', 'UK']],
  ['listed by the United Kingdom, after the United Nations', ['un_sc', 'gb_fcdo'], GERMAN, ['EU', 'UK'], ['UK']],
  ['listed by the United Nations alone', ['un_sc'], GERMAN, ['EU', 'UK'], ['UN']],
  ['who may have no wallet in the European Union', [], RUSSIAN, ['EU', 'UK'], ['EU']],
  ['in a place under the embargo of the United States', [], [home('IR')], ['EU', 'UK'], ['US']],
  ['both', [], [home('RU'), home('IR', 'address')], ['EU', 'UK'], ['US', 'EU']],
] as const)('what was blocked is told to each whose law blocked it: %s', (_, lists, places, named, whose) => {
  const { facts, decision } = paid(lists, places, named)
  expect(decision.outcome).toBe('deny')
  expect(whoseLaw(decision, facts)).toEqual(whose)
})

test('of a company in whose half a blocked person is, the European Union and the United Kingdom ask for different shares', () => {
  const owned = (bps: number) => {
    const { facts } = paid([], GERMAN, ['EU', 'UK'])
    const company = {
      kind: 'entity',
      person_id: 'C',
      holdings: [{ owner: 'X', of: 'C', bps }],
      blocked_owners: ['X'],
      blocked_control: false,
    }
    const held = { ...facts, to: { ...(facts.to as object), ...company } } as Facts
    return whoseLaw(decide(held, currentRuleset), held)
  }
  expect(owned(5_000)).toEqual(['US', 'EU'])
  expect(owned(5_001)).toEqual(['US', 'EU', 'UK'])
})

test('of a deal of securities, each on whose list the party is', () => {
  const whole = unflatten({ ...transferCase, 'from.sanctions.status': 'hit' }) as unknown as Facts
  const facts = {
    ...whole,
    tenant: { ...(whole.tenant as object), sanctions_nexus: ['US', 'UN', 'EU'] },
    from: { ...(whole.from as object), screen: { names: [hit('eu_fsf'), hit('us_ofac_sdn'), hit('gb_fcdo')], addresses: [] } },
  } as unknown as Facts
  expect(whoseLaw(decide(facts, currentRuleset), facts)).toEqual(['US', 'EU'])
})

test('without the facts, whose list the decision names', () => {
  expect(whoseLaw(paid(['eu_fsf'], GERMAN, ['EU']).decision, null)).toEqual(['EU'])
  expect(whoseLaw(paid([], RUSSIAN, ['EU']).decision, null)).toEqual(['US'])
})
