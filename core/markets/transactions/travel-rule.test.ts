import { expect, test } from 'vitest'
import type { MarketSubject } from '#core/identity/wallets/market-subject.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { unmeasuredMarkets } from '#core/sources/markets/production.ts'
import { playedMarkets } from '#core/sources/markets/sandbox.ts'
import { evaluate } from '#engine/decide.ts'
import type { Facts } from '#engine/facts.ts'
import { formatMicro } from '#engine/money.ts'
import { currentRuleset } from '#engine/rulesets.ts'
import type { CreateTransactionInput } from './create.ts'
import { travelAfter, travelRule } from './travel-rule.ts'

const NOW = Date.parse('2026-11-20T17:00:00Z')
const RATES = [
  { from: 'USD', to: 'EUR', rate: '0.92', source: 'ECB', date: '2026-11-20' },
  { from: 'EUR', to: 'USD', rate: '1.087', source: 'ECB', date: '2026-11-20' },
]
const OF_TRAVEL = {
  ...currentRuleset,
  plan: { ...currentRuleset.plan, payment: currentRuleset.plan.payment.filter(({ code }) => code.startsWith('TRAVEL_RULE')) },
}
const address = { addressType: 'HOME', streetName: 'Main', buildingNumber: '1', townName: 'Reno', postCode: '89501', country: 'US' }
const name = { nameIdentifier: [{ primaryIdentifier: 'Roe', secondaryIdentifier: 'Ann', naturalPersonNameIdentifierType: 'LEGL' }] }
const naturalPerson = { name, geographicAddress: [address], dateAndPlaceOfBirth: { dateOfBirth: '1990-05-17', placeOfBirth: 'Reno' } }
const ORIGINATORS = [
  undefined,
  { name: 'Ann Roe' },
  { name: 'Ann Roe', address },
  { naturalPerson: { name } },
  { naturalPerson },
  { originatorPersons: [{ naturalPerson }] },
]
const BENEFICIARIES = [
  undefined,
  { name: 'Ben Doe' },
  { vasp: 'vasp.example' },
  { name: 'Ben Doe', vasp: 'vasp.example' },
  { beneficiaryPersons: [{ naturalPerson: { name } }] },
  { name: 'Ben Doe', self_hosted: true },
]

const side = (n: number, country: string, control: string): MarketSubject =>
  ({
    wallet: { address: `0x${String(n).padStart(40, '0')}`, control, control_proven_at: new Date(NOW) },
    data: { country },
    persona: null,
  }) as unknown as MarketSubject

const knownOf = (seat: string, usd = 0n) => ({
  rates: RATES,
  linked: { usd },
  tenant: { travel_seats: [seat] },
  self: 'Harbour Exchange Ltd',
})

/** Every combination of what a caller can send, as the rules of the travel rule judge it. */
function* combinations() {
  for (const environment of ['sandbox', 'production'] as const)
    for (const country of ['US', 'DE'])
      for (const amount of ['1200', '3000'])
        for (const linked of [0n, 3_000_000_000n])
          for (const originator of ORIGINATORS)
            for (const beneficiary of BENEFICIARIES)
              for (const level of ['basic', 'enhanced']) {
                const ctx = { now: NOW, world: { markets: environment === 'sandbox' ? playedMarkets : unmeasuredMarkets } } as Ctx
                const input = {
                  amount,
                  currency: 'USD',
                  originator,
                  beneficiary,
                  compliance_facts: {},
                } as unknown as CreateTransactionInput
                const [from, to] = [side(1, country, 'proven'), side(2, 'US', level === 'basic' ? 'asserted' : 'proven')]
                const before = travelRule(ctx, input, from, to, knownOf('US', linked))
                const facts = {
                  check: 'payment',
                  as_of: new Date(NOW).toISOString(),
                  fx: RATES,
                  tx: { direction: 'outbound', amount: { amount, currency: 'USD' }, local_amounts: [], travel: before.facts },
                  history: {
                    linked: linked
                      ? [{ at: new Date(NOW - 3_600_000).toISOString(), usd: formatMicro(linked), eur: formatMicro(linked) }]
                      : [],
                  },
                  from: { credential: { levels: level === 'basic' ? ['basic'] : ['basic', 'enhanced'] } },
                } as unknown as Facts
                const rules = evaluate(facts, OF_TRAVEL).rules
                yield {
                  input,
                  rules,
                  travel: travelAfter(before, rules, input),
                  what: JSON.stringify({ environment, country, amount, input, level }),
                }
              }
}

test('A2 what the travel rule holds back says which field is missing, whatever was sent', () => {
  let held = 0
  for (const { rules, travel, what } of combinations()) {
    const open = rules.filter((rule) => ['fail', 'review', 'needs_info'].includes(rule.result))
    expect(travel.missing.length > 0, `${what} ${open.map((rule) => rule.code)} ${travel.missing}`).toBe(open.length > 0)
    if (open.some((rule) => rule.code !== 'TRAVEL_RULE_COUNTERPARTY')) expect(travel.status, what).toBe('incomplete')
    held += Number(open.length > 0)
  }
  expect(held).toBeGreaterThan(300)
})

test('A2 a missing field is named as the call has it', () => {
  const all = [...combinations()]
  const to = (originator: object | undefined, beneficiary: object | undefined) =>
    all.find(
      ({ input, what }) =>
        input.originator === originator &&
        input.beneficiary === beneficiary &&
        what.includes('"DE","amount":"3000"') &&
        what.includes('enhanced'),
    )!.travel.missing
  expect(to(ORIGINATORS[5], BENEFICIARIES[1])).toEqual(['/beneficiary/vasp'])
  expect(to(ORIGINATORS[5], BENEFICIARIES[2])).toEqual(['/beneficiary/beneficiaryPersons/0/naturalPerson/name'])
  expect(to(ORIGINATORS[5], undefined)).toEqual(['/beneficiary'])
  expect(to(undefined, BENEFICIARIES[3])).toEqual(['/originator'])
  expect(to(ORIGINATORS[3], BENEFICIARIES[3])).toEqual([
    '/originator/naturalPerson/dateAndPlaceOfBirth',
    '/originator/naturalPerson/geographicAddress',
  ])
  expect(to(ORIGINATORS[1], BENEFICIARIES[3])).toContain('/originator/address')
})

test('in the European Union data is asked for at every amount, to a wallet kept by its owner too (2023/1113 art 14(5))', () => {
  const ctx = { now: NOW, world: { markets: unmeasuredMarkets } } as Ctx
  for (const self_hosted of [true, false]) {
    const beneficiary = { name: 'Ben Doe', self_hosted }
    const input = { amount: '5', currency: 'EUR', beneficiary, compliance_facts: {} } as unknown as CreateTransactionInput
    const sides = [side(1, 'DE', 'proven'), side(2, 'DE', 'asserted')] as const
    expect(travelRule(ctx, input, ...sides, knownOf('DE'))).toMatchObject({
      required: true,
      threshold: '0 EUR',
    })
  }
})
