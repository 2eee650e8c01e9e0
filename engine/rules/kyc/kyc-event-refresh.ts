import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'KYC_EVENT_REFRESH',
  version: 1,
  market: 'kyc',
  checks: ['credential.use'],
  order: 1641,
  sentence: 'A material change since the last check is checked before the credential is used again.',
  message: 'A material change has to be checked: {change}.',
  citation: { label: 'Risk-based refresh, 31 CFR 1020.210(a)(2)(v)', url: 'https://www.ecfr.gov/current/title-31/section-1020.210' },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  perSubject: true,
  byte: 22,
  codes: { needs_info: 45, review: 250, fail: 47 },
  params: { material: ['name', 'nationality', 'residence', 'ownership', 'document_expired', 'confirmed_alert'] },
  needs: { changes: fact('subject.changes') },
  holds: (f, p) => {
    const change = f.changes.find((c) => p.material.includes(c))
    return change === undefined ? pass : broken({ change }, { missing: ['subject.changes'] })
  },
  given: { 'subject.changes': [] },
  goldens: [
    { name: 'nothing changed', facts: {}, expect: 'pass' },
    { name: 'moved from Germany to Vietnam', facts: { 'subject.changes': ['residence'] }, expect: 'needs_info' },
    { name: 'a new telephone number', facts: { 'subject.changes': ['phone'] }, expect: 'pass' },
    { name: 'a new name', facts: { 'subject.changes': ['phone', 'name'] }, expect: 'needs_info' },
    { name: 'nationality', facts: { 'subject.changes': ['nationality'] }, expect: 'needs_info' },
    { name: 'a quarter of the shares changed hands', facts: { 'subject.changes': ['ownership'] }, expect: 'needs_info' },
    { name: 'the document expired', facts: { 'subject.changes': ['document_expired'] }, expect: 'needs_info' },
    { name: 'an alert was confirmed', facts: { 'subject.changes': ['confirmed_alert'] }, expect: 'needs_info' },
    { name: 'unknown', facts: { 'subject.changes': null }, expect: 'needs_info' },
  ],
})
