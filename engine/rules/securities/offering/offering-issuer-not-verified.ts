import { statute } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass, review } from '../../../rule.ts'

export default defineRule({
  code: 'OFFERING_ISSUER_NOT_VERIFIED',
  version: 1,
  market: 'securities',
  checks: ['offering.create', 'offering.open', 'investment.accept'],
  order: 110,
  orderIn: { 'investment.accept': 372 },
  sentence: 'To open, the issuer is verified and its control persons are screened and clear.',
  message: { fail: 'The issuer is not verified: {why}.', review: 'The verification of the issuer is still pending.' },
  citation: statute('Product rule; anti-money-laundering programme'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    verification: fact('issuer.verification', { at_least: 'established' }),
    screening: fact('issuer.sanctions.status', { at_least: 'listed' }),
    control: fact('issuer.control_persons_screened'),
  },
  // A draft may be written before the issuer is known.
  applies: (_f, _p, now) => now.check !== 'offering.create',
  holds: (f) => {
    if (f.verification === 'unverified' || f.verification === 'rejected') return broken({ why: 'its identity is not established' })
    if (f.screening === 'hit') return broken({ why: 'a sanctions list names it' })
    if (!f.control) return broken({ why: 'its control persons are not screened' })
    return f.verification === 'pending' || f.screening === 'possible_match' ? review() : pass
  },
  given: {
    check: 'offering.open',
    'issuer.verification': 'verified',
    'issuer.sanctions.status': 'clear',
    'issuer.control_persons_screened': true,
  },
  goldens: [
    { name: 'verified', facts: {}, expect: 'pass' },
    { name: 'a draft', facts: { check: 'offering.create', 'issuer.verification': 'unverified' }, expect: 'not_applicable' },
    { name: 'unverified', facts: { 'issuer.verification': 'unverified' }, expect: 'fail' },
    { name: 'rejected', facts: { 'issuer.verification': 'rejected' }, expect: 'fail' },
    { name: 'pending', facts: { 'issuer.verification': 'pending' }, expect: 'review' },
    { name: 'listed', facts: { 'issuer.sanctions.status': 'hit' }, expect: 'fail' },
    { name: 'possible match', facts: { 'issuer.sanctions.status': 'possible_match' }, expect: 'review' },
    { name: 'control persons not screened', facts: { 'issuer.control_persons_screened': false }, expect: 'fail' },
  ],
})
