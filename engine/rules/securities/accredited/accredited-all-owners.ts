import { cfr } from '../../../citations.ts'
import { accreditationBasis } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { ask, broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'ACCREDITED_ALL_OWNERS',
  version: 1,
  market: 'securities',
  checks: ['investor.verify'],
  order: 317,
  sentence: 'Every equity owner of the entity is accredited.',
  message: { fail: 'An owner is not accredited.', needs_info: 'The status of every owner is needed.' },
  citation: cfr(17, '230.501', '(a)(8)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    basis: accreditationBasis,
    owners: fact('investor.owners'),
  },
  applies: (f) => f.basis === 'all_owners',
  holds: (f) => {
    if (f.owners.some((owner) => owner.accredited === 'no')) return broken()
    return f.owners.length === 0 || f.owners.some((owner) => owner.accredited === 'unknown')
      ? ask({}, { missing: ['investor.owners'] })
      : pass
  },
  given: {
    'investor.accreditation.basis': 'all_owners',
    'investor.owners': [
      { person_id: 'a', accredited: 'yes' },
      { person_id: 'b', accredited: 'yes' },
      { person_id: 'c', accredited: 'yes' },
    ],
  },
  goldens: [
    { name: '3 of 3', facts: {}, expect: 'pass' },
    {
      name: '2 of 3',
      facts: {
        'investor.owners': [
          { person_id: 'a', accredited: 'yes' },
          { person_id: 'b', accredited: 'yes' },
          { person_id: 'c', accredited: 'no' },
        ],
      },
      expect: 'fail',
    },
    {
      name: 'one unknown',
      facts: {
        'investor.owners': [
          { person_id: 'a', accredited: 'yes' },
          { person_id: 'b', accredited: 'unknown' },
        ],
      },
      expect: 'needs_info',
    },
    { name: 'no owners named', facts: { 'investor.owners': [] }, expect: 'needs_info' },
  ],
})
