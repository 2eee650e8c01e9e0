import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'DATA_MINIMISED',
  version: 1,
  market: 'credential',
  checks: ['credential.use'],
  order: 1613,
  sentence: 'A tenant is told outcome, level, over-N, country tier and dates, never the personal data behind them.',
  message: 'These fields may not be given out: {fields}.',
  citation: {
    label: 'Regulation (EU) 2016/679 art 5(1)(c), 9, 25; Cal. Civ. Code 1798.100(c)',
    url: 'https://eur-lex.europa.eu/eli/reg/2016/679/oj',
  },
  certainty: 'K',
  in_force_from: '2025-01-01',
  // It judged the fields of an answer, which are the same in every answer: nothing that a call says could break it.
  in_force_to: '2026-11-25',
  severity: 'block',
  params: {
    withheld: ['date_of_birth', 'id_number', 'document', 'full_name', 'address', 'face_template', 'email', 'phone'],
    never: ['face_template'],
  },
  needs: {
    fields: fact('request.response_fields'),
    duty: fact('request.data_duty'),
  },
  holds: (f, p) => {
    const kept = f.duty === 'none' ? p.withheld : p.never
    const fields = f.fields.filter((x) => kept.includes(x))
    return fields.length === 0
      ? pass
      : broken(
          { fields },
          { changes: [{ say: 'without these fields', facts: { 'request.response_fields': f.fields.filter((x) => !kept.includes(x)) } }] },
        )
  },
  given: { 'request.response_fields': ['outcome', 'level', 'over_18', 'country_tier', 'expires_at'], 'request.data_duty': 'none' },
  goldens: [
    { name: 'what may be told', facts: {}, expect: 'pass' },
    {
      name: 'the birth date',
      facts: { 'request.response_fields': ['level', 'date_of_birth'] },
      expect: 'fail',
      details: { fields: ['date_of_birth'] },
    },
    {
      name: 'name and birth date under the travel rule',
      facts: { 'request.response_fields': ['full_name', 'date_of_birth'], 'request.data_duty': 'travel_rule' },
      expect: 'pass',
    },
    {
      name: 'a face template is never given',
      facts: { 'request.response_fields': ['face_template'], 'request.data_duty': 'travel_rule' },
      expect: 'fail',
    },
    { name: 'a face template without a duty', facts: { 'request.response_fields': ['face_template'] }, expect: 'fail' },
    { name: 'id number', facts: { 'request.response_fields': ['id_number'] }, expect: 'fail' },
    { name: 'document', facts: { 'request.response_fields': ['document'] }, expect: 'fail' },
    { name: 'name', facts: { 'request.response_fields': ['full_name'] }, expect: 'fail' },
    { name: 'address', facts: { 'request.response_fields': ['address'] }, expect: 'fail' },
    { name: 'e-mail', facts: { 'request.response_fields': ['email'] }, expect: 'fail' },
    { name: 'telephone', facts: { 'request.response_fields': ['phone'] }, expect: 'fail' },
    { name: 'unknown', facts: { 'request.response_fields': null }, expect: 'needs_info' },
  ],
})
