import { expect, it } from 'vitest'
import type { Decision } from '#engine/decide.ts'
import { runGolden } from '#engine/goldens.ts'
import { RULES } from '#engine/rulesets.ts'
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
