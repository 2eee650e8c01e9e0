import { cfr } from '../../../citations.ts'
import { is506, offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { ask, broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'FORMED_FOR_PURCHASE_OWNERS',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 340,
  sentence:
    'An entity that was formed for the purchase is looked through: under Rule 506 every owner is known, under 506(c) every owner is accredited.',
  message: { fail: 'An owner is not accredited.', needs_info: 'Every owner of the entity is needed.' },
  citation: cfr(17, '230.501', '(e)(2), (a)(8)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    regulation: offeringFacts.regulation,
    kind: fact('investor.kind'),
    formed: fact('investor.formed_for_purchase'),
    owners: fact('investor.owners'),
  },
  applies: (f) => is506(f.regulation) && f.kind === 'entity' && f.formed,
  holds: (f) => {
    if (f.regulation === 'reg_d_506c' && f.owners.some((owner) => owner.accredited === 'no')) return broken()
    return f.owners.length === 0 || f.owners.some((owner) => owner.accredited === 'unknown')
      ? ask({}, { missing: ['investor.owners'] })
      : pass
  },
  given: {
    'offering.regulation': 'reg_d_506c',
    'investor.kind': 'entity',
    'investor.formed_for_purchase': true,
    'investor.owners': [
      { person_id: 'a', accredited: 'yes' },
      { person_id: 'b', accredited: 'yes' },
    ],
  },
  goldens: [
    { name: 'all accredited', facts: {}, expect: 'pass' },
    { name: 'one is not, 506(c)', facts: { 'investor.owners.1.accredited': 'no' }, expect: 'fail' },
    { name: 'one is not, 506(b)', facts: { 'offering.regulation': 'reg_d_506b', 'investor.owners.1.accredited': 'no' }, expect: 'pass' },
    { name: 'one unknown', facts: { 'investor.owners.1.accredited': 'unknown' }, expect: 'needs_info' },
    { name: 'none named', facts: { 'investor.owners': [] }, expect: 'needs_info' },
    { name: 'not formed for it', facts: { 'investor.formed_for_purchase': false, 'investor.owners': [] }, expect: 'not_applicable' },
    { name: 'natural person', facts: { 'investor.kind': 'natural', 'investor.formed_for_purchase': null }, expect: 'not_applicable' },
    { name: 'Regulation A', facts: { 'offering.regulation': 'reg_a_tier2', 'investor.owners': [] }, expect: 'not_applicable' },
  ],
})
