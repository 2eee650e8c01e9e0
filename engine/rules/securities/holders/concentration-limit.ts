import { product } from '../../../citations.ts'
import { acquirerFacts, dealFacts, issuerFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'CONCENTRATION_LIMIT',
  version: 1,
  market: 'securities',
  checks: ['transfer', 'investment.accept'],
  order: 190,
  orderIn: { 'investment.accept': 396 },
  byte: 28,
  sentence: 'No person holds more than the offering’s share of all units.',
  message: 'The acquirer would hold more than {share} of all units; {max_now} more can be bought.',
  citation: product('Subscription agreement'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    from: fact('from.person_id'),
    person: acquirerFacts.person,
    limit: fact('offering.max_pct_per_person_bps'),
    balance: acquirerFacts.balance,
    quantity: dealFacts.quantity,
    outstanding: issuerFacts.outstanding,
  },
  applies: (f, _p, now) => f.limit !== null && !(now.check === 'transfer' && f.from === f.person),
  holds: (f) => {
    if (f.limit === null) return pass
    // Exact: (balance + quantity) ÷ outstanding ≤ limit, without a division.
    const most = (f.outstanding * BigInt(f.limit)) / 10_000n
    if (f.balance + f.quantity <= most) return pass
    const left = most > f.balance ? most - f.balance : 0n
    return broken(
      { share: `${f.limit / 100} %`, max_now: String(left) },
      { changes: left > 0n ? [{ say: `up to ${left} units`, facts: { 'deal.quantity': String(left) } }] : [] },
    )
  },
  given: {
    check: 'investment.accept',
    'from.person_id': 'none',
    'acquirer.person_id': 'new',
    'offering.max_pct_per_person_bps': 1000,
    'acquirer.balance': '40',
    'deal.quantity': '60',
    'issuer.outstanding_units': '1000',
  },
  goldens: [
    { name: 'exactly 10 %', facts: {}, expect: 'pass' },
    { name: 'one unit above', facts: { 'deal.quantity': '61' }, expect: 'fail', details: { max_now: '60' } },
    { name: 'no limit', facts: { 'offering.max_pct_per_person_bps': 'none' }, expect: 'not_applicable' },
    { name: 'to oneself', facts: { check: 'transfer', 'from.person_id': 'new', 'deal.quantity': '61' }, expect: 'not_applicable' },
  ],
})
