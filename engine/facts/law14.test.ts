// L14: values that once opened a decision. They no longer parse, or a person looks.
import { describe, expect, it } from 'vitest'
import type { Json } from '../canonical.ts'
import { DEFI_ACCESS, PAYMENT, SANCTIONS_CHECK } from '../cases/minimal.ts'
import { lot, transferCase } from '../cases/transfer.ts'
import { type Evaluation, evaluate } from '../decide.ts'
import type { Facts, Kind } from '../facts.ts'
import { unflatten } from '../goldens.ts'
import { dollars } from '../money.ts'
import { Context } from '../reading.ts'
import type { Details } from '../rule.ts'
import { currentRuleset } from '../rulesets.ts'
import { type FactPath, VOCABULARY } from './vocabulary.ts'

const AS_OF = '2026-11-21T17:00:00Z'
const context = new Context({ check: 'payment', as_of: AS_OF }, { ms: Date.parse(AS_OF), day: 20_778, check: 'payment' }, () => undefined)
const read = (path: FactPath, raw: Json): unknown => (VOCABULARY[path].kind as Kind<unknown>).parse(raw, context)

const decided = (base: Details | Facts, over: Details = {}): Evaluation =>
  evaluate(unflatten(flat(base), over) as unknown as Facts, currentRuleset)
const flat = (base: Details | Facts): Details => structuredClone(base) as Details

/** The rules that name two facts as contradicting each other. */
const contradicted = (found: Evaluation): string[][] => [
  ...new Map(
    found.rules
      .filter((rule) => rule.reason === 'FACTS_CONTRADICT')
      .map((rule) => [String(rule.params?.facts), rule.params?.facts as string[]]),
  ).values(),
]

describe('L14 closed types', () => {
  it.each<[FactPath, Json, Json]>([
    ['tx.amount', dollars('-1'), dollars('1')],
    ['history.sum_24h', dollars('-9000'), dollars('0')],
    ['investor.net_worth.mortgage', dollars('-1'), dollars('0')],
    ['investor.net_worth.liabilities_without_mortgage', dollars('-0.01'), dollars('0')],
    ['token.outstanding_usd', '-1', '0'],
    ['history.count_24h', -1, 0],
    ['defi.risk', -50, 0],
  ])('L14 %s is no debt: an amount below zero is unknown', (path, wrong, right) => {
    expect(read(path, wrong)).toBeUndefined()
    expect(read(path, right)).toBeDefined()
  })

  it('L14 what may lie below zero says so in its type', () => {
    expect(read('investor.net_worth_without_home', dollars('-5000'))).toBe(-5_000_000_000n)
    const signed = Object.entries(VOCABULARY).flatMap(([path, { kind }]) => (/signed (int|decimal|money)/.test(kind.name) ? [path] : []))
    expect(signed).toEqual([
      'investor.annual_income',
      'investor.income',
      'investor.joint_income',
      'investor.net_assets',
      'investor.net_worth_without_home',
      'token.reserves',
    ])
  })

  it.each(['Crimea', 'ua-43', 'UA-99', 'us-ny', 'US-ZZ', 'XX-1', 'Kyiv'])('L14 the region “%s” is none', (region) => {
    const places = (of: string) => [{ source: 'residence', country: of.slice(0, 2), region: of, proven: true }]
    expect(read('subject.places', [{ source: 'residence', country: 'UA', region, proven: true }])).toBeUndefined()
    expect(read('subject.places', places('UA-30'))).toBeDefined()
    expect(read('subject.places', places('US-NY'))).toBeDefined()
    expect(read('subject.places', places('DE-BY'))).toBeDefined()
  })

  it.each<[FactPath, Json, Json]>([
    ['token.frameworks', ['micar'], ['mica']],
    ['tx.travel.seats', ['Germany'], ['DE']],
    ['tx.travel.seats', ['ZZ'], []],
    ['tenant.sanctions_nexus', ['USA'], ['US']],
    ['to.us_state', 'Transylvania', 'Nevada'],
    ['acquirer.us_state', 'ZZ', 'none'],
    ['offering.state_clearances', ['TX', 'Texarkana'], ['TX', 'Puerto Rico']],
    ['offering.blocked_countries', ['Korea'], ['KP']],
    ['defi.geo_block', ['ny'], ['US-NY', 'IR']],
    ['subject.credential.levels', ['platinum'], ['enhanced']],
    ['token.capabilities', ['halt'], ['freeze']],
    ['transfer.opinion_hash', 'yes', 'e'.repeat(64)],
  ])('L14 %s takes its own words alone', (path, wrong, right) => {
    expect(read(path, wrong)).toBeUndefined()
    expect(read(path, right)).not.toBeUndefined()
  })

  it('L14 a lot that is listed twice, or bought in the future, is no lot', () => {
    expect(read('from.lots', [lot('a', '100', '2026-01-15'), lot('b', '100', '2026-01-15')])).toHaveLength(2)
    expect(read('from.lots', [lot('a', '100', '2026-01-15'), lot('a', '100', '2026-01-15')])).toBeUndefined()
    expect(read('from.lots', [lot('a', '100', '2099-01-15')])).toBeUndefined()
    const twice = { 'from.lots': [lot('a', '60', '2024-01-15'), lot('a', '60', '2024-01-15')] }
    expect(decided(transferCase, twice)).toMatchObject({ outcome: 'needs_info', missing: ['/from/lots'] })
  })

  it.each<[FactPath, Json, Json]>([
    [
      'lists',
      [{ source: 'un_sc', version: '1', loaded_at: '2099-01-01T00:00:00Z' }],
      [{ source: 'un_sc', version: '1', loaded_at: AS_OF }],
    ],
    ['investor.sanctions.lists_loaded_at', '2099-01-01T00:00:00Z', AS_OF],
    ['subject.screen.checked_at', '2026-11-21T17:01:01Z', '2026-11-21T17:01:00Z'],
    [
      'offering.covered_persons',
      [{ person_id: 'a', questionnaire_at: '2099-01-01' }],
      [{ person_id: 'a', questionnaire_at: '2026-11-21' }],
    ],
    ['investor.accreditation.self_certified_at', '2026-11-23', '2026-11-22'],
    ['subject.date_of_birth', '2099-01-01', '2000-01-01'],
    ['tenant.business_day', '2099-01-01', '2026-11-21'],
    ['history.transfers', [{ at: '2099-01-01T00:00:00Z', usd: '1', eur: '1', beneficiary: 'b', wallet: 'w' }], []],
  ])('L14 %s was done already: a day in the future is unknown', (path, wrong, right) => {
    expect(read(path, wrong)).toBeUndefined()
    expect(read(path, right)).toBeDefined()
  })
})

describe('L14 contradictions', () => {
  const listed = [
    {
      list: 'us_ofac_sdn',
      type: 'name',
      score: 10_000,
      agree: ['birth_date'],
      conflict: [],
      weak: false,
      subject_hash: 's',
      entry_hash: 'e',
      exception: 'none',
    },
  ]

  it('L14 a party that is said to be absent and was found on a list is looked at, with both facts named', () => {
    const found = decided(SANCTIONS_CHECK, { 'subject.kind': 'absent', 'subject.screen.names': listed })
    expect(found.outcome).not.toBe('allow')
    expect(contradicted(found)).toContainEqual(['subject.kind', 'subject.screen.names'])
    expect(found.rules.find((rule) => rule.reason === 'FACTS_CONTRADICT')?.message).toMatch(
      /contradict each other: whether the person is .*; the screening of the person’s name/,
    )
  })

  it('L14 who is said to be no US person and lives in the United States is looked at', () => {
    const found = decided(DEFI_ACCESS, { 'subject.us_person': false, 'subject.places.0.country': 'US' })
    expect(contradicted(found)).toEqual([['subject.us_person', 'subject.places']])
  })

  it('L14 an age and a birth date that do not fit together are looked at, a birthday apart they do', () => {
    const born = (day: string) => contradicted(decided(DEFI_ACCESS, { 'subject.over_18': true, 'subject.date_of_birth': day }))
    expect(born('2015-01-01')).toEqual([['subject.over_18', 'subject.date_of_birth']])
    expect(born('2008-11-22')).toEqual([])
    expect(born('none')).toEqual([])
  })

  it('L14 two exchange rates of one day are looked at, of two days the newer one counts', () => {
    const rate = (value: string, date: string) => ({ from: 'CHF', to: 'USD', rate: value, source: 'ECB', date })
    const worth = (...fx: Json[]) =>
      decided(PAYMENT, {
        'tx.amount': { amount: '10', currency: 'CHF' },
        'tx.local_amounts': [{ currency: 'CHF', amount: '10' }],
        fx: fx.flatMap((one) => [one, { ...(one as object), to: 'EUR' } as Json]),
      })
    expect(worth(rate('1', '2026-11-20')).outcome).toBe('allow')
    expect(worth(rate('1', '2026-11-20'), rate('1', '2026-11-20')).outcome).toBe('allow')
    const found = worth(rate('1', '2026-11-20'), rate('0.5', '2026-11-20'))
    expect(found.outcome).not.toBe('allow')
    expect(contradicted(found)).toEqual([['fx']])
  })

  it('L14 units that are called bought back go to the issuer, or are no repurchase', () => {
    const repurchase = { 'transfer.kind': 'issuer_repurchase', 'token.state': 'paused' }
    expect(decided(transferCase, repurchase).outcome).toBe('deny')
    expect(decided(transferCase, { ...repurchase, 'to.person_id': 'iss_1' }).reason_codes).not.toContain('TOKEN_PAUSED')
    expect(decided(transferCase, { 'transfer.kind': 'issuer_repurchase' }).outcome).not.toBe('allow')
  })

  it('L14 a contradiction takes nothing away: what was refused stays refused', () => {
    const refused = {
      'from.screen.addresses': [{ address: (PAYMENT.from as { address: string }).address, list: 'us_ofac_sdn', active: true }],
    }
    expect(decided(PAYMENT, refused).outcome).toBe('deny')
    const both = { ...refused, 'from.over_18': true, 'from.date_of_birth': '2015-01-01' }
    expect(decided(PAYMENT, both).outcome).toBe('deny')
  })
})
