import { type AgeTier, tierAge } from '../../calculations/ages.ts'
import { GAME_CASE } from '../../cases/game.ts'
import { game, gamingRow, requiredAge } from '../../facts/groups/game.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'AGE_EVIDENCE_TOO_WEAK',
  version: 1,
  market: 'gaming',
  checks: ['gaming.age'],
  order: 1513,
  sentence: 'From 18 a stated birth date is not enough; from 21 the evidence is a document of the last year.',
  message: 'Stronger evidence of age is needed for {required}.',
  citation: { label: 'UK Online Safety Act 2023; Brazil ECA Digital; product rule', url: 'https://www.legislation.gov.uk/ukpga/2023/50' },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  byte: 36,
  codes: { needs_info: 45 },
  params: { self_below: '18+', document_from: '21+', max_days: 365 },
  needs: {
    activity: game.activity,
    requested: game.requested,
    jurisdiction: game.jurisdiction,
    evidence: fact('game.evidence'),
    on: fact('game.evidence_on'),
    environment: fact('environment'),
  },
  holds: (f, p, now) => {
    if (f.environment === 'sandbox') return pass
    const required = requiredAge(f.requested, f.activity, gamingRow(f.jurisdiction))
    if (required < tierAge(p.self_below as AgeTier)) return pass
    if (f.evidence === 'self_declared') return broken({ required }, { missing: ['game.evidence'] })
    const documented = f.evidence === 'document' && f.on <= now.day && now.day - f.on <= p.max_days
    return required < tierAge(p.document_from as AgeTier) || documented ? pass : broken({ required }, { missing: ['game.evidence'] })
  },
  given: {
    ...GAME_CASE,
    environment: 'production',
    'game.required_tier': '18+',
    'game.evidence': 'self_declared',
    'game.evidence_on': '2026-11-21',
  },
  goldens: [
    { name: '18+ self-declared, production', facts: {}, expect: 'needs_info' },
    { name: '13+ self-declared', facts: { 'game.required_tier': '13+' }, expect: 'pass' },
    { name: '18+ self-declared, sandbox', facts: { environment: 'sandbox' }, expect: 'pass' },
    { name: '18+ credential', facts: { 'game.evidence': 'credential', 'game.evidence_on': '2024-01-01' }, expect: 'pass' },
    {
      name: '21+ document of 365 days',
      facts: { 'game.required_tier': '21+', 'game.evidence': 'document', 'game.evidence_on': '2025-11-21' },
      expect: 'pass',
    },
    {
      name: '21+ document of 366 days',
      facts: { 'game.required_tier': '21+', 'game.evidence': 'document', 'game.evidence_on': '2025-11-20' },
      expect: 'needs_info',
    },
    {
      name: '21+ credential without a document',
      facts: { 'game.required_tier': '21+', 'game.evidence': 'credential' },
      expect: 'needs_info',
    },
    {
      name: '21+ document of tomorrow',
      facts: { 'game.required_tier': '21+', 'game.evidence': 'document', 'game.evidence_on': '2026-11-22' },
      expect: 'needs_info',
    },
    { name: 'gambling raises the tier', facts: { 'game.required_tier': '13+', 'game.activity': 'gambling' }, expect: 'needs_info' },
    { name: 'environment unknown', facts: { environment: null }, expect: 'needs_info' },
  ],
})
