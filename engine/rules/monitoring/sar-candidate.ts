import { isoDay } from '../../dates.ts'
import { Missing } from '../../facts/missing.ts'
import { fact } from '../../facts/vocabulary.ts'
import { attempt } from '../../facts.ts'
import { formatMicro, meets, micro } from '../../money.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'SAR_CANDIDATE',
  version: 1,
  market: 'monitoring',
  checks: ['monitoring'],
  order: 1730,
  sentence:
    'A suspicion becomes a case with its clock: in the European Union and the United Kingdom any, in the United States from the reporting amount; the engine never files.',
  message: {
    info: 'Suspicion of {sum} USD; decide on a report by {due}.',
    EU: 'Suspicion, whatever the amount: tell the financial intelligence unit promptly and carry nothing out before; by our own clock decide by {due}.',
    UK: 'Suspicion, whatever the amount: tell the National Crime Agency as soon as is practicable, and wait for its consent; by our own clock decide by {due}.',
  },
  citation: {
    label: '31 CFR 1022.320, 1020.320, 1023.320; Directive (EU) 2015/849 art 33(1)(a), 35; Proceeds of Crime Act 2002 s 330, 335',
    url: 'https://www.ecfr.gov/current/title-31/section-1020.320',
  },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'info',
  visibility: 'officer',
  // The laws of `promptly` know no amount and count no days: these days are ours.
  params: { msb: '2000', bank: '5000', op: '>=', days: 30, more_days: 30, promptly: { in: ['EU', 'UK'], days: 2 } },
  needs: {
    case: fact('case.suspicion'),
    type: fact('tenant.us_bsa_type'),
    regime: fact('tenant.cdd_regime'),
  },
  holds: (f, p) => {
    if (f.case === null) return pass
    // Rulesets until 2026.11.9 read the law of the United States alone. Whoever it binds has its clock while nobody says what else does.
    const promptly = p.promptly as typeof p.promptly | null | undefined
    const regime = promptly ? (f.type === 'none' ? f.regime : attempt(() => f.regime)) : null
    if (regime !== null && !(regime instanceof Missing) && promptly?.in.includes(regime))
      return broken(
        { sum: formatMicro(f.case.amount), mandatory: true, task: 'open_case', due: isoDay(f.case.detected_on + promptly.days) },
        { wording: regime },
      )
    const money = f.type === 'msb'
    const reached = meets(f.case.amount, p.op, micro(money ? p.msb : p.bank))
    // Without a known suspect a bank or broker has the longer clock; a money services business does not.
    const days = p.days + (!money && !f.case.suspect_known ? p.more_days : 0)
    return broken({
      sum: formatMicro(f.case.amount),
      mandatory: reached && f.type !== 'none',
      task: reached ? 'open_case' : 'voluntary',
      due: isoDay(f.case.detected_on + days),
    })
  },
  given: {
    'tenant.us_bsa_type': 'msb',
    'tenant.cdd_regime': 'US',
    'case.suspicion': { amount: '2000', detected_on: '2026-11-21', suspect_known: true },
  },
  goldens: [
    { name: 'money services business, 2,000', facts: {}, expect: 'info', details: { task: 'open_case', due: '2026-12-21' } },
    {
      name: 'money services business, 1,999.99',
      facts: { 'case.suspicion.amount': '1999.99' },
      expect: 'info',
      details: { task: 'voluntary' },
    },
    {
      name: 'bank, 5,000',
      facts: { 'tenant.us_bsa_type': 'bank', 'case.suspicion.amount': '5000' },
      expect: 'info',
      details: { task: 'open_case', due: '2026-12-21' },
    },
    {
      name: 'bank, 4,999.99',
      facts: { 'tenant.us_bsa_type': 'bank', 'case.suspicion.amount': '4999.99' },
      expect: 'info',
      details: { task: 'voluntary' },
    },
    {
      name: 'bank, no suspect',
      facts: { 'tenant.us_bsa_type': 'bank', 'case.suspicion.amount': '5000', 'case.suspicion.suspect_known': false },
      expect: 'info',
      details: { due: '2027-01-20' },
    },
    ...(['EU', 'UK'] as const).map((regime) => ({
      name: `one cent, bound by the law of the ${regime}`,
      facts: { 'tenant.us_bsa_type': 'none', 'tenant.cdd_regime': regime, 'case.suspicion.amount': '0.01' },
      expect: 'info' as const,
      details: { mandatory: true, task: 'open_case', due: '2026-11-23' },
    })),
    {
      name: 'a money services business that is bound by the law of the EU too',
      facts: { 'tenant.cdd_regime': 'EU', 'case.suspicion.amount': '1999.99' },
      expect: 'info',
      details: { mandatory: true, task: 'open_case', due: '2026-11-23' },
    },
    {
      name: 'bound by the law of the EU, by a ruleset until 2026.11.9',
      facts: { 'tenant.us_bsa_type': 'none', 'tenant.cdd_regime': 'EU', 'case.suspicion.amount': '1' },
      params: { promptly: null },
      expect: 'info',
      details: { mandatory: false, task: 'voluntary', due: '2026-12-21' },
    },
    {
      name: 'a money services business that does not say what else binds it',
      facts: { 'tenant.cdd_regime': null },
      expect: 'info',
      details: { mandatory: true, task: 'open_case', due: '2026-12-21' },
    },
    {
      name: 'neither under the Bank Secrecy Act nor saying whose law binds it',
      facts: { 'tenant.us_bsa_type': 'none', 'tenant.cdd_regime': null },
      expect: 'needs_info',
    },
    {
      name: 'due diligence by the law of the United States, under no part of the Bank Secrecy Act',
      facts: { 'tenant.us_bsa_type': 'none', 'case.suspicion.amount': '1' },
      expect: 'info',
      details: { mandatory: false, task: 'voluntary' },
    },
    { name: 'nothing suspected', facts: { 'case.suspicion': 'none' }, expect: 'pass' },
    { name: 'unknown', facts: { 'case.suspicion': null }, expect: 'needs_info' },
  ],
})
