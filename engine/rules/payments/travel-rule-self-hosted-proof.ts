import { normaliseAddress } from '../../calculations/address.ts'
import { selectRegimes } from '../../calculations/travel-rule.ts'
import { TRAVEL_CASE } from '../../cases/travel.ts'
import { travel } from '../../facts/groups/travel.ts'
import { fact } from '../../facts/vocabulary.ts'
import { meets, micro } from '../../money.ts'
import { broken, defineRule, info, pass } from '../../rule.ts'

export default defineRule({
  code: 'TRAVEL_RULE_SELF_HOSTED_PROOF',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1673,
  sentence: 'Above 1,000 EUR the customer proves to own a self-hosted address (in some places at every amount).',
  message: 'Proof that the customer controls the self-hosted address is needed.',
  citation: {
    label: 'Regulation (EU) 2023/1113 art 14(5), 16(2); EBA GL/2024/11; FINMA Guidance 02/2019',
    url: 'https://eur-lex.europa.eu/eli/reg/2023/1113/oj',
  },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'ask',
  byte: 30,
  codes: { needs_info: 44 },
  params: { eur: '1000', op: '>', max_days: 365 },
  needs: {
    ...travel,
    owner: fact('tx.travel.self_hosted_owner'),
    address: fact('tx.travel.self_hosted_address'),
    proof: fact('tx.travel.proof'),
  },
  applies: (f) => f.seats.length > 0 && f.selfHosted !== 'none',
  holds: (f, p, now) => {
    const modes = selectRegimes(f.seats).map((r) => r.selfHosted)
    const always = modes.includes('prove_always')
    if (!always && !(modes.includes('prove_over_1000_eur') && meets(f.eur, p.op, micro(p.eur)))) return pass
    if (f.owner === 'third_party') return info({ note: 'verify by risk' })
    const good =
      f.proof !== null &&
      f.proof.at <= now.ms &&
      now.ms - f.proof.at <= p.max_days * 86_400_000 &&
      normaliseAddress(f.proof.address) === normaliseAddress(f.address)
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
    { name: 'the address of a third person', facts: { 'tx.travel.self_hosted_owner': 'third_party' }, expect: 'info' },
    { name: 'Switzerland, a small amount', facts: { 'tx.travel.seats': ['CH'], 'tx.amount.amount': '1' }, expect: 'needs_info' },
    { name: 'United States', facts: { 'tx.travel.seats': ['US'] }, expect: 'pass' },
    { name: 'unknown whether proven', facts: { 'tx.travel.proof': null }, expect: 'needs_info' },
    { name: 'no self-hosted side', facts: { 'tx.travel.self_hosted': 'none' }, expect: 'not_applicable' },
  ],
})
