import { howey } from '../../facts/groups/nft.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'HOWEY_ANSWERS_STALE',
  version: 1,
  market: 'nfts',
  checks: ['nft.sale'],
  order: 1341,
  sentence: 'The answers are at most 365 days old and belong to the terms now in use.',
  message: 'The answers are older than 365 days or belong to other terms.',
  citation: { label: 'Sealwright product rule', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  byte: 250,
  codes: { needs_info: 45 },
  params: { max_days: 365 },
  needs: {
    checklist: howey.checklist,
    on: fact('asset.howey.answered_on'),
    hash: fact('asset.howey.terms_hash'),
    terms: fact('asset.terms_hash'),
  },
  applies: (f) => f.checklist === 'requested',
  holds: (f, p, now) =>
    now.day - f.on <= p.max_days && f.on <= now.day && f.hash === f.terms ? pass : broken({}, { missing: ['asset.howey'] }),
  given: {
    'asset.checklist': 'requested',
    'asset.howey.answered_on': '2025-11-21',
    'asset.howey.terms_hash': 'h1',
    'asset.terms_hash': 'h1',
  },
  goldens: [
    { name: '365 days', facts: {}, expect: 'pass' },
    { name: '366 days', facts: { 'asset.howey.answered_on': '2025-11-20' }, expect: 'needs_info' },
    { name: 'the terms changed', facts: { 'asset.terms_hash': 'h2' }, expect: 'needs_info' },
    { name: 'unknown', facts: { 'asset.howey.answered_on': null }, expect: 'needs_info' },
  ],
})
