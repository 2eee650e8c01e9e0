import { act } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { k } from '../../../facts.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'OFFERING_REGULATION_UNKNOWN',
  version: 1,
  market: 'securities',
  checks: ['offering.create', 'offering.open', 'offering.change'],
  order: 100,
  sentence: 'The offering names one of the five exemptions that are modelled.',
  message: '{regulation} is not modelled. Modelled are Rule 506(b), 506(c), Regulation A Tier 1 and Tier 2, and Regulation S.',
  citation: act('securities', '§5'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { modelled: ['reg_d_506b', 'reg_d_506c', 'reg_a_tier1', 'reg_a_tier2', 'reg_s', 'reg_a_plus'] },
  needs: { regulation: fact('offering.regulation', k.text) },
  holds: (f, p) => (p.modelled.includes(f.regulation) ? pass : broken({ regulation: f.regulation })),
  given: { 'offering.regulation': 'reg_d_506c' },
  goldens: [
    { name: '506(c)', facts: {}, expect: 'pass' },
    { name: '506(b)', facts: { 'offering.regulation': 'reg_d_506b' }, expect: 'pass' },
    { name: 'Reg A tier 1', facts: { 'offering.regulation': 'reg_a_tier1' }, expect: 'pass' },
    { name: 'Reg A tier 2', facts: { 'offering.regulation': 'reg_a_tier2' }, expect: 'pass' },
    { name: 'Reg S', facts: { 'offering.regulation': 'reg_s' }, expect: 'pass' },
    { name: 'the alias', facts: { 'offering.regulation': 'reg_a_plus' }, expect: 'pass' },
    { name: 'crowdfunding', facts: { 'offering.regulation': 'reg_cf' }, expect: 'fail' },
    { name: 'not given', facts: { 'offering.regulation': null }, expect: 'needs_info' },
  ],
})
