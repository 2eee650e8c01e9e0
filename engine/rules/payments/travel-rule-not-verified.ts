import { fullSetDue, selectRegimes } from '../../calculations/travel-rule.ts'
import { TRAVEL_CASE } from '../../cases/travel.ts'
import { sender } from '../../facts/groups/payment.ts'
import { travel, travelAmounts } from '../../facts/groups/travel.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'TRAVEL_RULE_NOT_VERIFIED',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1672,
  sentence: "Where the full set is due, the originator's name is verified and not only stated.",
  message: 'The originator has to be verified to the enhanced level under {regimes}.',
  citation: {
    label: '31 CFR 1010.410(e); Regulation (EU) 2023/1113 art 14(6); FATF R.16',
    url: 'https://www.ecfr.gov/current/title-31/section-1010.410',
  },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'ask',
  byte: 30,
  codes: { needs_info: 42 },
  params: {},
  needs: { ...travel, levels: sender.levels, account: fact('tx.travel.has_account'), bank: fact('tx.travel.verified_by_bank') },
  applies: (f) => f.seats.length > 0 && f.direction === 'outbound',
  holds: (f) => {
    if (f.levels.includes('enhanced')) return pass
    const regimes = selectRegimes(f.seats)
    const amounts = travelAmounts(f, regimes)
    const strict = regimes.filter((r) => fullSetDue(r, amounts) !== false && (r.verified === 'always' || !f.account))
    return strict.length === 0 || f.bank ? pass : broken({ regimes: strict.map((r) => r.id) }, { missing: ['from.credential'] })
  },
  given: { ...TRAVEL_CASE, 'tx.travel.has_account': true, 'tx.travel.verified_by_bank': false },
  goldens: [
    { name: 'enhanced', facts: { 'from.credential.levels': ['basic', 'enhanced'] }, expect: 'pass' },
    { name: 'basic, United States, 3,000', facts: {}, expect: 'needs_info' },
    { name: 'basic, United States, 2,999.999999', facts: { 'tx.amount.amount': '2999.999999' }, expect: 'pass' },
    {
      name: 'EU, occasional sender without an account',
      facts: { 'tx.travel.seats': ['DE'], 'tx.travel.has_account': false },
      expect: 'needs_info',
    },
    { name: 'EU, sender with an account', facts: { 'tx.travel.seats': ['DE'] }, expect: 'pass' },
    { name: 'verified by a bank', facts: { 'tx.travel.verified_by_bank': true }, expect: 'pass' },
    { name: 'levels unknown', facts: { 'from.credential.levels': null }, expect: 'needs_info' },
  ],
})
