import { expect, it } from 'vitest'
import { investmentCase } from './cases/investment.ts'
import { lot, transferCase } from './cases/transfer.ts'
import { changed, counterfactuals } from './counterfactuals.ts'
import { evaluate } from './decide.ts'
import type { Facts } from './facts.ts'
import { unflatten } from './goldens.ts'
import { dollars } from './money.ts'
import type { Details } from './rule.ts'
import { currentRuleset } from './rulesets.ts'

const factsOf = (...layers: Details[]) => unflatten(...(layers as never[])) as unknown as Facts
const plain = {
  'to.accreditation.status': 'not_accredited',
  'from.credential.expires_at': '2030-01-01T00:00:00Z',
  'to.credential.expires_at': '2030-01-01T00:00:00Z',
}

it('an allowed decision has none', () => {
  expect(counterfactuals(factsOf(transferCase), currentRuleset)).toEqual([])
})

it('a held lot: wait, or find an accredited buyer', () => {
  const answers = counterfactuals(factsOf(transferCase, plain), currentRuleset)
  expect(answers.map((answer) => answer.change)).toEqual([
    'from 2027-01-16',
    'to an accredited buyer with the issuer’s information (section 4(a)(7))',
  ])
})

it('a part of the units is free today', () => {
  const lots = {
    'from.lots': [lot('old', '60', '2025-05-01'), lot('new', '40', '2026-01-15')],
    'from.balance': '100',
    'transfer.quantity': '80',
  }
  expect(counterfactuals(factsOf(transferCase, plain, lots), currentRuleset).map((answer) => answer.change)).toContain('up to 60 units')
})

it('lock-up and holding period together ask for the later day', () => {
  const answers = counterfactuals(factsOf(transferCase, plain, { 'offering.lockup_days': 400 }), currentRuleset)
  expect(answers[0]).toMatchObject({ change: 'from 2027-02-20', then: 'allow' })
})

it('a Tier 2 purchase above the limit: the amount in whole units that is allowed', () => {
  const facts = factsOf(investmentCase, {
    'offering.regulation': 'reg_a_tier2',
    'offering.minimum_investment': dollars('0'),
    'offering.price': dollars('33'),
    'investor.accreditation.status': 'not_accredited',
    'investment.amount': dollars('8019'),
    'investment.quantity': '243',
  })
  const [answer] = counterfactuals(facts, currentRuleset)
  expect(answer).toMatchObject({ change: 'up to 8,000.00 USD', then: 'allow' })
  expect(changed(facts, answer!.facts)).toMatchObject({ investment: { amount: { amount: '7986.00' }, quantity: '242' } })
})

it('a stale letter: a newer one', () => {
  const facts = factsOf(investmentCase, { as_of: '2026-12-02T17:00:00Z', 'investor.sanctions.lists_loaded_at': '2026-12-02T12:00:00Z' })
  expect(counterfactuals(facts, currentRuleset).map((answer) => answer.change)).toEqual([
    'with an accreditation letter of an attorney, accountant, broker-dealer or SEC adviser no older than three months',
  ])
})

it('nothing is proposed where nobody can change anything: a listed party, contrary knowledge', () => {
  expect(counterfactuals(factsOf(transferCase, { 'to.sanctions.status': 'hit' }), currentRuleset)).toEqual([])
  expect(counterfactuals(factsOf(investmentCase, { 'investor.accreditation.contrary_knowledge': true }), currentRuleset)).toEqual([])
})

it('every answer, made true, is allowed', () => {
  const facts = factsOf(transferCase, plain, { 'offering.lockup_days': 400, 'from.balance': '50' })
  for (const answer of counterfactuals(facts, currentRuleset))
    expect(evaluate(changed(facts, answer.facts), currentRuleset).outcome).toBe('allow')
})
