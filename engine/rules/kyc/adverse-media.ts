import { addYears } from '../../dates.ts'
import { subject } from '../../facts/groups/subject.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, info, pass } from '../../rule.ts'

export default defineRule({
  code: 'ADVERSE_MEDIA',
  version: 1,
  market: 'kyc',
  checks: ['wallet.verify', 'investor.verify'],
  order: 1031,
  sentence: 'No confirmed report of financial crime in the last five years.',
  message: { review: 'A confirmed report of financial crime.', info: 'A report that is not confirmed.' },
  citation: { label: 'Risk-based approach, 31 CFR 1020.210', url: 'https://www.ecfr.gov/current/title-31/section-1020.210' },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  perSubject: true,
  params: { years: 5 },
  needs: { kind: subject.kind, media: fact('subject.media') },
  applies: (f) => f.kind === 'natural' || f.kind === 'entity',
  holds: (f, p, now) => {
    if (f.media === null) return pass
    if (f.media.date < addYears(now.day, -p.years)) return pass
    return f.media.confirmed ? broken() : info()
  },
  given: { 'subject.kind': 'natural', 'subject.media': { confirmed: true, date: '2022-11-21' } },
  goldens: [
    { name: 'four years ago', facts: {}, expect: 'review' },
    { name: 'five years ago to the day', facts: { 'subject.media.date': '2021-11-21' }, expect: 'review' },
    { name: 'five years and a day ago', facts: { 'subject.media.date': '2021-11-20' }, expect: 'pass' },
    { name: 'not confirmed', facts: { 'subject.media.confirmed': false }, expect: 'info' },
    { name: 'nothing found', facts: { 'subject.media': 'none' }, expect: 'pass' },
    { name: 'not looked for', facts: { 'subject.media': null }, expect: 'needs_info' },
  ],
})
