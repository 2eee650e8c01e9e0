import { cfr } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'OFFERING_BAD_ACTOR_QUESTIONNAIRE',
  version: 1,
  market: 'securities',
  checks: ['offering.open', 'investment.accept'],
  order: 113,
  orderIn: { 'investment.accept': 371 },
  sentence: 'A bad-actor questionnaire of every covered person is on file, no older than a year.',
  message: 'The bad-actor questionnaire of {person} is missing or older than {days} days.',
  citation: cfr(17, '230.506', '(d)(2)(iv)'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  params: { days: 365 },
  needs: {
    regulation: offeringFacts.regulation,
    covered: fact('offering.covered_persons'),
  },
  applies: (f) => f.regulation !== 'reg_s',
  holds: (f, p, now) => {
    if (f.covered.length === 0) return broken({ person: 'the issuer' }, { missing: ['offering.covered_persons'] })
    const stale = f.covered.find(
      (one) => one.questionnaire_at === null || one.questionnaire_at > now.day || now.day - one.questionnaire_at > p.days,
    )
    return stale ? broken({ person: stale.person_id }, { missing: ['offering.covered_persons'] }) : pass
  },
  given: {
    check: 'offering.open',
    'offering.regulation': 'reg_d_506b',
    'offering.covered_persons': [{ person_id: 'per_1', questionnaire_at: '2025-11-21' }],
  },
  goldens: [
    { name: '365 days old', facts: {}, expect: 'pass' },
    {
      name: '366 days old',
      facts: { 'offering.covered_persons': [{ person_id: 'per_1', questionnaire_at: '2025-11-20' }] },
      expect: 'needs_info',
    },
    {
      name: 'dated tomorrow',
      facts: { 'offering.covered_persons': [{ person_id: 'per_1', questionnaire_at: '2026-11-22' }] },
      expect: 'needs_info',
    },
    {
      name: 'none on file',
      facts: { 'offering.covered_persons': [{ person_id: 'per_1', questionnaire_at: 'none' }] },
      expect: 'needs_info',
    },
    { name: 'nobody named', facts: { 'offering.covered_persons': [] }, expect: 'needs_info' },
    { name: 'Regulation S', facts: { 'offering.regulation': 'reg_s' }, expect: 'not_applicable' },
  ],
})
