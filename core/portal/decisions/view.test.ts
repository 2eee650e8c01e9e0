import { expect, it } from 'vitest'
import type { Decision } from '#engine/decide.ts'
import { type Need, ROOTS, SUBJECTS } from '#engine/facts.ts'
import { runGolden } from '#engine/goldens.ts'
import { RULES } from '#engine/rulesets.ts'
import { OF_PARTIES, partiesOf } from '#engine/words/of-rules.ts'
import type { DecisionAccess, DecisionRow } from './access.ts'
import { decisionSeen } from './view.ts'

const said = (code: string, name: string) => {
  const rule = RULES.find((one) => one.code === code)!
  return runGolden(rule, rule.goldens.find((golden: { name: string }) => golden.name === name)!)
}

const row = {
  id: 'dec_1',
  check: 'wallet.verify',
  outcome: 'needs_info',
  lists: [],
  evaluated_at: new Date(0),
  expires_at: null,
} as unknown as DecisionRow

const decided = (...rules: Decision['rules'][number][]) =>
  ({ check: 'wallet.verify', primary: rules[0]!.code, missing: [], reason_codes: [], rules, ruleset: {} }) as unknown as Decision

const seenAs = (as: DecisionAccess['as'], result: Decision) =>
  decisionSeen(row, result, { as, reader: as === 'tenant' ? 'issuer' : 'holder', ruleset: null })

// 31 USC 5318(g)(2), 31 CFR 1020.320(e): a page that says it hides something tells that there is something.
it('U4 whom a decision is about, and the public, read the same page whether or not somebody is suspected', () => {
  const expired = said('CREDENTIAL_EXPIRED', 'the instant of expiry')
  const suspected = said(
    'SMURFING_FAN_IN',
    RULES.find((rule) => rule.code === 'SMURFING_FAN_IN')!.goldens.find((one) => one.expect === 'review')!.name,
  )
  for (const as of ['holder', 'public'] as const) expect(seenAs(as, decided(expired, suspected))).toEqual(seenAs(as, decided(expired)))
  expect(seenAs('tenant', decided(expired, suspected)).hidden).toBe(true)
  expect(seenAs('tenant', decided(expired)).hidden).toBe(false)
})

it('U4 of two parties one is told nothing of the other, and reads one page whatever speaks against them', () => {
  const decided = (...rules: Decision['rules'][number][]) =>
    ({ check: 'transfer', primary: rules[0]!.code, missing: [], reason_codes: [], rules, ruleset: {} }) as unknown as Decision
  const seen = (as: DecisionAccess['as'], result: Decision, seats: string[] = []) =>
    decisionSeen({ ...row, check: 'transfer', outcome: 'deny' }, result, {
      as,
      reader: as === 'tenant' ? 'reviewer' : 'holder',
      ruleset: null,
      seats: new Set(seats),
    })
  const [listed, frozen, ownFreeze] = [
    said('SANCTIONS_RECIPIENT', 'listed'),
    said('RECIPIENT_FROZEN', 'the person'),
    said('SENDER_FROZEN', 'the person'),
  ]
  expect(seen('holder', decided(listed), ['from'])).toEqual(seen('holder', decided(frozen), ['from']))
  expect(seen('holder', decided(listed), ['from'])).toMatchObject({
    rules: [],
    says: 'The organisation may not let this pass.',
    hidden: false,
  })
  // Nobody knows who reads: nothing of either is told.
  expect(seen('holder', decided(listed)).rules).toEqual([])
  expect(seen('public', decided(listed))).toEqual(seen('public', decided(frozen)))
  expect(seen('holder', decided(ownFreeze, listed), ['from']).rules.map(({ code }) => code)).toEqual(['SENDER_FROZEN'])
  expect(seen('holder', decided(listed), ['to']).rules.map(({ code }) => code)).toEqual(['SANCTIONS_RECIPIENT'])
  // The organisation reads all of it, and what it may say to a person.
  const [rule] = seen('tenant', decided(listed)).rules
  expect([rule!.code, rule!.told!.holder.says]).toEqual(['SANCTIONS_RECIPIENT', 'The organisation may not let this pass.'])
  expect(rule!.told!.reviewer.says).toContain('sanctions list')
})

it('U4 every rule that reads something of one of several parties says whose it is', () => {
  // Who somebody is in our books tells nothing; which way the law leaves open is about the sale, but for the rule that looks for it.
  const neutral = /\.(person_id|wallet|kind)$/
  const pathsOf = (need: Need<unknown>): string[] => (need.derived ? need.derived.list.flatMap(pathsOf) : [need.path])
  const silent = RULES.filter((rule) => !rule.perSubject).flatMap((rule) =>
    rule.checks.flatMap((check) => {
      const parties = SUBJECTS[check]
      if (parties.length < 2) return []
      const told = partiesOf(rule.code)
      const paths = Object.entries(rule.needs as Record<string, Need<unknown>>).flatMap(([name, need]) =>
        name === 'resale' && rule.code !== 'TRANSFER_ROUTE_RESOLVE' ? [] : pathsOf(need),
      )
      const whose = (path: string) => ROOTS[check]?.[path.split('.')[0]!] ?? path.split('.')[0]!
      const own = paths.filter((path) => !neutral.test(path)).map(whose)
      const unsaid = own.some((party) => (parties.includes(party) && !told.includes(party)) || (party === 'freezes' && !told.length))
      return unsaid ? [rule.code] : []
    }),
  )
  expect([...new Set(silent)]).toEqual([])
  const codes = new Set<string>(RULES.map((rule) => rule.code))
  expect(Object.keys(OF_PARTIES).filter((code) => !codes.has(code))).toEqual([])
})
