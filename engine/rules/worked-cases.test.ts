import { describe, expect, it } from 'vitest'
import type { Json } from '../canonical.ts'
import { CASH_OUT, DEFI_ACCESS, GAMING_AGE, NFT_SALE, NFT_SALE_10K, PAYMENT, WALLET_VERIFY } from '../cases/minimal.ts'
import { WASH_NONE } from '../cases/nft.ts'
import { US_MESSAGE } from '../cases/travel.ts'
import { type Decision, decide } from '../decide.ts'
import type { Facts } from '../facts.ts'
import { unflatten } from '../goldens.ts'
import { currentRuleset } from '../rulesets.ts'
import { redactFor } from '../visibility.ts'

type Patch = { readonly [path: string]: Json }
const SPEAKS = ['fail', 'review', 'needs_info']

/** A minimal case with dotted paths laid over it. */
function judge(facts: Facts, patch: Patch = {}): Decision {
  return decide(unflatten(facts as unknown as Patch, patch) as unknown as Facts, currentRuleset)
}
const speaking = (d: Decision) => [...new Set(d.rules.filter((r) => SPEAKS.includes(r.result)).map((r) => r.code))]
const FX: Json = [
  { from: 'USD', to: 'EUR', rate: '0.92', source: 'ECB', date: '2026-11-20' },
  { from: 'EUR', to: 'USD', rate: '1.087', source: 'ECB', date: '2026-11-20' },
]
const ENHANCED: Json = ['basic', 'enhanced']
const both = (levels: Json): Patch => ({ 'from.credential.levels': levels, 'to.credential.levels': levels })
const name86: Json = [
  {
    list: 'us_ofac_sdn',
    type: 'name',
    score: 8_600,
    agree: [],
    conflict: [],
    weak: false,
    subject_hash: 's',
    entry_hash: 'e',
    exception: 'none',
  },
]
const listed: Json = [{ address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002', list: 'us_ofac_sdn', active: true }]

describe('worked cases of the transaction order', () => {
  it('1: 500 USDC from basic to basic', () => {
    expect(judge(PAYMENT).outcome).toBe('allow')
  })

  it('2: 3,000 dollars', () => {
    const basic = judge(PAYMENT, { 'tx.amount.amount': '3000' })
    expect([basic.outcome, basic.primary]).toEqual(['deny', 'VELOCITY_SINGLE'])
    expect(basic.reason_codes).toContain('TRAVEL_RULE_INCOMPLETE')
    const enhanced = judge(PAYMENT, { 'tx.amount.amount': '3000', ...both(ENHANCED) })
    expect([enhanced.outcome, enhanced.restriction_code]).toEqual(['needs_info', 30])
    expect(judge(PAYMENT, { 'tx.amount.amount': '3000', ...both(ENHANCED), 'tx.travel.message': US_MESSAGE }).outcome).toBe('allow')
  })

  it('3: 1,000.01 EUR to an own wallet without proof', () => {
    const full = structuredClone(US_MESSAGE) as { originator: { originatorPersons: { naturalPerson: { [key: string]: Json } }[] } }
    full.originator.originatorPersons[0]!.naturalPerson.dateAndPlaceOfBirth = { dateOfBirth: '1990-05-17', placeOfBirth: 'Berlin' }
    const own: Patch = {
      fx: FX,
      'tx.amount': { amount: '1000.01', currency: 'EUR' },
      'tx.travel.seats': ['DE'],
      'tx.travel.self_hosted': 'beneficiary',
      'tx.travel.self_hosted_owner': 'own_customer',
      'tx.travel.self_hosted_address': '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002',
      'tx.travel.proof': 'none',
      'tx.travel.message': full as unknown as Json,
      ...both(ENHANCED),
    }
    const d = judge(PAYMENT, own)
    expect([d.outcome, speaking(d)]).toEqual(['needs_info', ['TRAVEL_RULE_SELF_HOSTED_PROOF']])
    expect(judge(PAYMENT, { ...own, 'tx.amount.amount': '1000.00' }).outcome).toBe('allow')
  })

  it('4: a possible name and missing travel data', () => {
    const facts: Patch = { 'tx.amount.amount': '3000', ...both(ENHANCED), 'to.screen.names': name86 }
    const d = judge(PAYMENT, facts)
    expect(d.outcome).toBe('needs_info')
    expect(redactFor(d, 'public').reason_codes).toContain('MANUAL_REVIEW')
    expect(judge(PAYMENT, { ...facts, 'tx.travel.message': US_MESSAGE }).outcome).toBe('review')
  })

  it('5: a listed receiver and a stale list', () => {
    const d = judge(PAYMENT, { 'to.screen.addresses': listed, 'lists.0.loaded_at': '2026-11-20T12:00:00Z' })
    expect([d.outcome, d.primary, d.restriction_code]).toEqual(['deny', 'SANCTIONS_ADDRESS_EXACT', 23])
    expect(d.reason_codes).toContain('SANCTIONS_LIST_STALE')
  })

  it('6 and 7: NFT sales around 10,000 dollars', () => {
    const wash: Json = { ...(WASH_NONE as { [key: string]: Json }), funderBps: 5_000, ringWallets: 3, ringShareBps: 8_000 }
    const d = judge(NFT_SALE_10K, { 'buyer.credential': { levels: [], state: 'none', expires_at: 'none' }, 'sale.wash': wash })
    expect([d.outcome, d.restriction_code]).toEqual(['needs_info', 32])
    expect(redactFor(d, 'tenant').reason_codes).toContain('MANUAL_REVIEW')
    expect(redactFor(d, 'tenant').reason_codes.join()).not.toContain('WASH')
    expect(judge(NFT_SALE).outcome).toBe('allow')
  })

  it('8: leaving a protocol', () => {
    const leaving: Patch = {
      'defi.action': 'withdraw',
      'defi.risk': 90,
      'subject.credential.state': 'expired',
      'subject.over_18': false,
      'subject.places.0.country': 'VN',
    }
    expect(judge(DEFI_ACCESS, leaving).outcome).toBe('allow')
    const d = judge(DEFI_ACCESS, { ...leaving, 'subject.screen.addresses': listed })
    expect([d.outcome, d.restriction_code]).toEqual(['deny', 23])
  })

  it('9: gambling at 19 in the United Kingdom', () => {
    const d = judge(GAMING_AGE, {
      'game.activity': 'gambling',
      'game.jurisdiction': 'GB',
      'subject.date_of_birth': '2007-01-01',
      'game.self_excluded_until': 'none',
      'game.registers_readable': true,
      'tenant.licences': ['gambling:GB'],
    })
    expect([d.outcome, d.primary, d.restriction_code]).toEqual(['deny', 'AGE_BELOW_REQUIRED', 36])
  })

  it('10: cashing out of a game', () => {
    expect(judge(CASH_OUT, { 'tx.amount.amount': '1000' }).outcome).toBe('needs_info')
    const d = judge(CASH_OUT, { 'tx.amount.amount': '1000', 'game.jurisdiction': 'US-WA' })
    expect([d.outcome, d.restriction_code]).toEqual(['deny', 24])
  })

  it('11: a frozen sender', () => {
    const d = judge(PAYMENT, { orders: [{ target: 'from', kind: 'freeze', active: true }] })
    expect([d.outcome, d.restriction_code]).toEqual(['deny', 3])
  })

  it('12: three times 2,900 in 72 hours', () => {
    const sent = (at: string): Json => ({ at, usd: '2900', eur: '2668', beneficiary: 'b', wallet: 'w' })
    const d = judge(PAYMENT, {
      'tx.amount.amount': '2900',
      'tx.beneficiary': 'b',
      'tx.travel.message': US_MESSAGE,
      'history.transfers': [sent('2026-11-19T17:00:00Z'), sent('2026-11-20T17:00:00Z')],
      ...both(ENHANCED),
    })
    expect([d.outcome, d.restriction_code, speaking(d)]).toEqual(['review', 250, ['STRUCTURING_TRAVEL_3K']])
    const tenant = redactFor(d, 'tenant')
    expect([tenant.outcome, speaking(tenant), tenant.reason_codes.includes('MANUAL_REVIEW')]).toEqual(['review', [], true])
  })
})

describe('places', () => {
  const at = (country: string, more: Patch = {}) => judge(WALLET_VERIFY, { 'subject.places.0.country': country, ...more })

  it('denies an embargo by its own code and names Myanmar for approval', () => {
    const iran = at('IR', { 'subject.edd': 'none' })
    expect([iran.outcome, iran.primary, iran.restriction_code]).toEqual(['deny', 'SANCTIONS_EMBARGOED_JURISDICTION', 24])
    expect(at('MM', { 'subject.edd': 'none' }).outcome).toBe('review')
    expect(at('MM', { 'subject.edd': { filed_on: '2026-10-01', approved: true } }).outcome).toBe('allow')
  })

  it('judges a day by the table that was in force on it', () => {
    expect(at('DZ').outcome).toBe('allow')
    const screened: Patch = { 'subject.screen.checked_at': '2026-05-01T16:00:00Z', 'lists.0.loaded_at': '2026-05-01T12:00:00Z' }
    expect(at('DZ', { 'subject.edd': 'none', as_of: '2026-05-01T17:00:00Z', ...screened }).outcome).toBe('needs_info')
  })
})
