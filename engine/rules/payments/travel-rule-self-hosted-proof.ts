import { normaliseAddress } from '../../calculations/address.ts'
import { selectRegimes } from '../../calculations/travel-rule.ts'
import { TRAVEL_CASE } from '../../cases/travel.ts'
import { credentialOf, liveOf } from '../../facts/groups/credential.ts'
import { travel } from '../../facts/groups/travel.ts'
import { fact } from '../../facts/vocabulary.ts'
import { meets, micro } from '../../money.ts'
import { broken, defineRule, info, pass, review } from '../../rule.ts'

const [FROM, TO] = [credentialOf('from'), credentialOf('to')]
const THIRD = { 'tx.travel.self_hosted_owner': 'third_party' }
const IN_CH = { 'tx.travel.seats': ['CH'], 'tx.amount.amount': '1' }
const VERIFIED = {
  'to.credential.levels': ['basic'],
  'to.credential.state': 'active',
  'to.credential.expires_at': '2027-11-21T10:00:00Z',
}
const PROVEN = {
  'tx.travel.proof': { method: 'signature', at: '2026-11-20T17:00:00Z', address: '0xabcd000000000000000000000000000000000001' },
}

export default defineRule({
  code: 'TRAVEL_RULE_SELF_HOSTED_PROOF',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1673,
  sentence:
    'Above 1,000 EUR the customer proves to own a self-hosted address, or it is known whose it is (in some places both, at every amount).',
  message: {
    needs_info: 'Proof that the customer controls the self-hosted address is needed.',
    third_party: 'Proof that the third party controls the self-hosted address, and evidence of who they are, are needed.',
    review: 'The self-hosted address is said to be a third party’s, and no evidence of who they are is on record.',
    info: 'The self-hosted address is said to be a third party’s.',
  },
  citation: {
    label: 'Regulation (EU) 2023/1113 art 14(5), 16(2); Directive (EU) 2015/849 art 19a(1); EBA GL/2024/11; FINMA Guidance 02/2019',
    url: 'https://eur-lex.europa.eu/eli/reg/2023/1113/oj',
  },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'ask',
  byte: 30,
  codes: { needs_info: 44, review: 250 },
  params: { eur: '1000', op: '>', max_days: 365, identified: ['basic'] },
  needs: {
    ...travel,
    owner: fact('tx.travel.self_hosted_owner'),
    address: fact('tx.travel.self_hosted_address'),
    proof: fact('tx.travel.proof'),
    fromLevels: FROM.levels,
    fromState: FROM.state,
    fromExpires: FROM.expires,
    toLevels: TO.levels,
    toState: TO.state,
    toExpires: TO.expires,
  },
  applies: (f) => f.seats.length > 0 && f.selfHosted !== 'none',
  holds: (f, p, now) => {
    const modes = selectRegimes(f.seats).map((r) => r.selfHosted)
    const always = modes.includes('prove_always')
    if (!always && !(modes.includes('prove_over_1000_eur') && meets(f.eur, p.op, micro(p.eur)))) return pass
    const identified = p.identified as readonly string[] | null
    const third = f.owner === 'third_party'
    // Rulesets until 2026.11.8 took the word of the sender that it is a third party's for all there is to know.
    if (third && !identified) return info({ note: 'verify by risk' })
    // Who they are is the measure of art 19a(1)(a): evidence of it stands behind each credential, a word never does.
    const side = f.selfHosted === 'originator' ? 'from' : 'to'
    const levels = (): readonly string[] =>
      side === 'from' ? liveOf(f.fromLevels, f.fromState, f.fromExpires, now) : liveOf(f.toLevels, f.toState, f.toExpires, now)
    const known = third && levels().some((level) => identified!.includes(level))
    if (third && !always) return known ? pass : review({}, { missing: [`${side}.credential`] })
    const good =
      f.proof !== null &&
      f.proof.at <= now.ms &&
      now.ms - f.proof.at <= p.max_days * 86_400_000 &&
      normaliseAddress(f.proof.address) === normaliseAddress(f.address)
    if (third) {
      const missing = [...(good ? [] : ['tx.travel.proof']), ...(known ? [] : [`${side}.credential`])]
      // Where control is proven, a code that asks for it would be wrong.
      return missing.length === 0 ? pass : broken({}, { missing, wording: 'third_party', ...(good && { byte: 45 }) })
    }
    return good
      ? pass
      : broken(
          {},
          {
            missing: ['tx.travel.proof'],
            changes: always ? [] : [{ say: 'up to 1,000.00 EUR', facts: { 'tx.amount': { amount: p.eur, currency: 'EUR' } } }],
          },
        )
  },
  given: {
    ...TRAVEL_CASE,
    'tx.travel.seats': ['DE'],
    'tx.amount': { amount: '1000.01', currency: 'EUR' },
    'tx.travel.self_hosted': 'beneficiary',
    'tx.travel.self_hosted_owner': 'own_customer',
    'tx.travel.self_hosted_address': '0xABCD000000000000000000000000000000000001',
    'tx.travel.proof': 'none',
    'to.credential.levels': [],
    'to.credential.state': 'none',
    'to.credential.expires_at': 'none',
  },
  goldens: [
    { name: '1,000.00 EUR, no proof', facts: { 'tx.amount.amount': '1000.00' }, expect: 'pass' },
    { name: '1,000.01 EUR, no proof', facts: {}, expect: 'needs_info' },
    {
      name: '1,000.01 EUR, signed a year ago',
      facts: {
        'tx.travel.proof': { method: 'signature', at: '2025-11-21T17:00:00Z', address: '0xabcd000000000000000000000000000000000001' },
      },
      expect: 'pass',
    },
    {
      name: 'proof of 366 days',
      facts: {
        'tx.travel.proof': { method: 'signature', at: '2025-11-20T17:00:00Z', address: '0xabcd000000000000000000000000000000000001' },
      },
      expect: 'needs_info',
    },
    {
      name: 'proof of another address',
      facts: {
        'tx.travel.proof': { method: 'signature', at: '2026-11-20T17:00:00Z', address: '0xabcd000000000000000000000000000000000002' },
      },
      expect: 'needs_info',
    },
    { name: 'the address of a third person of whom nothing is known', facts: THIRD, expect: 'review' },
    { name: 'the address of a third person, 1,000.00 EUR', facts: { ...THIRD, 'tx.amount.amount': '1000.00' }, expect: 'pass' },
    { name: 'the address of a third person who is verified', facts: { ...THIRD, ...VERIFIED }, expect: 'pass' },
    {
      name: 'the address of a third person whose credential has expired',
      facts: { ...THIRD, ...VERIFIED, 'to.credential.expires_at': '2026-11-21T09:00:00Z' },
      expect: 'review',
    },
    {
      name: 'the address of a third person who was screened, and no more',
      facts: { ...THIRD, ...VERIFIED, 'to.credential.levels': ['sanctions-clear'] },
      expect: 'review',
    },
    {
      name: 'the address of a third person of whom nobody looked it up',
      facts: { ...THIRD, 'to.credential.state': null },
      expect: 'needs_info',
    },
    {
      name: 'it arrives from the address of a third person who is verified',
      facts: {
        ...THIRD,
        'tx.travel.self_hosted': 'originator',
        'from.credential.levels': ['basic'],
        'from.credential.state': 'active',
        'from.credential.expires_at': '2027-11-21T10:00:00Z',
      },
      expect: 'pass',
    },
    { name: 'the address of a third person, by a ruleset until 2026.11.8', facts: THIRD, params: { identified: null }, expect: 'info' },
    { name: 'Switzerland, a third person', facts: { ...THIRD, ...IN_CH }, expect: 'needs_info' },
    { name: 'Switzerland, a third person who is verified', facts: { ...THIRD, ...IN_CH, ...VERIFIED }, expect: 'needs_info' },
    { name: 'Switzerland, a third person who proves control', facts: { ...THIRD, ...IN_CH, ...PROVEN }, expect: 'needs_info' },
    {
      name: 'Switzerland, a third person who is verified and proves control',
      facts: { ...THIRD, ...IN_CH, ...VERIFIED, ...PROVEN },
      expect: 'pass',
    },
    { name: 'Hong Kong, a third person', facts: { ...THIRD, 'tx.travel.seats': ['HK'] }, expect: 'needs_info' },
    {
      name: 'Hong Kong, a third person who is verified and proves control',
      facts: { ...THIRD, 'tx.travel.seats': ['HK'], ...VERIFIED, ...PROVEN },
      expect: 'pass',
    },
    {
      name: 'Germany and Switzerland, a third person who is verified',
      facts: { ...THIRD, 'tx.travel.seats': ['DE', 'CH'], ...VERIFIED },
      expect: 'needs_info',
    },
    { name: 'United States, a third person', facts: { ...THIRD, 'tx.travel.seats': ['US'] }, expect: 'pass' },
    { name: 'Switzerland, a small amount', facts: { 'tx.travel.seats': ['CH'], 'tx.amount.amount': '1' }, expect: 'needs_info' },
    { name: 'United States', facts: { 'tx.travel.seats': ['US'] }, expect: 'pass' },
    { name: 'unknown whether proven', facts: { 'tx.travel.proof': null }, expect: 'needs_info' },
    { name: 'no self-hosted side', facts: { 'tx.travel.self_hosted': 'none' }, expect: 'not_applicable' },
  ],
})
