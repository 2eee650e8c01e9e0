import { cfr } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass, review } from '../../../rule.ts'

export default defineRule({
  code: 'REG_S_DIRECTED_SELLING',
  version: 1,
  market: 'securities',
  checks: ['offering.create', 'offering.open', 'offering.change', 'investment.accept'],
  order: 141,
  orderIn: { 'investment.accept': 376 },
  sentence: 'No directed selling efforts are made in the United States while the offering and its compliance period run.',
  message: {
    fail: 'The page can be read in the United States without a gate.',
    review: 'A 506(c) offering is advertised beside this one.',
  },
  citation: cfr(17, '230.902', '(c); 230.903(a)(2)'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    regulation: offeringFacts.regulation,
    visibility: fact('offering.listing_visibility'),
    gate: fact('offering.geo_gate'),
    parallel: fact('offering.parallel_506c'),
  },
  applies: (f) => f.regulation === 'reg_s',
  holds: (f, _p, now) => {
    if (f.visibility === 'public' && !f.gate)
      return broken({}, { changes: [{ say: 'with the page closed to the United States', facts: { 'offering.geo_gate': true } }] })
    // The advertising beside it is judged when the offering opens, not again at each sale.
    return f.parallel && now.check !== 'investment.accept' ? review() : pass
  },
  given: {
    check: 'offering.open',
    'offering.regulation': 'reg_s',
    'offering.listing_visibility': 'public',
    'offering.geo_gate': true,
    'offering.parallel_506c': false,
  },
  goldens: [
    { name: 'gated by place', facts: {}, expect: 'pass' },
    { name: 'gated listing', facts: { 'offering.listing_visibility': 'gated', 'offering.geo_gate': false }, expect: 'pass' },
    { name: 'open to the US', facts: { 'offering.geo_gate': false }, expect: 'fail' },
    { name: 'a 506(c) offering beside it', facts: { 'offering.parallel_506c': true }, expect: 'review' },
    { name: 'a sale beside a 506(c) offering', facts: { check: 'investment.accept', 'offering.parallel_506c': true }, expect: 'pass' },
    { name: '506(b)', facts: { 'offering.regulation': 'reg_d_506b', 'offering.geo_gate': false }, expect: 'not_applicable' },
  ],
})
