import { act } from '../../../citations.ts'
import { issuerFacts, offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'ICA_STATUS_REGISTERED_OR_UNKNOWN',
  version: 1,
  market: 'securities',
  checks: ['offering.create', 'offering.open', 'offering.change', 'investment.accept', 'transfer'],
  order: 150,
  orderIn: { transfer: 172, 'investment.accept': 389 },
  sentence: 'A registered fund, or a pool whose status is not one of the modelled ones, goes to a person.',
  message: 'The Investment Company Act status ({status}) has to be judged by a person.',
  citation: act('company', '§3(a)(1)(C)'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  params: { fine: ['operating', '3c1', '3c7', '3c1_qvc'], securities_bps: 4000 },
  needs: { status: issuerFacts.icaStatus, share: fact('issuer.investment_securities_bps'), regulation: offeringFacts.regulation },
  holds: (f, p) => {
    if (!p.fine.includes(f.status)) return broken({ status: f.status })
    // An "operating" issuer whose assets are mostly securities is a pool by another name.
    return f.status === 'operating' && f.share > p.securities_bps && f.regulation !== 'reg_s'
      ? broken({ status: 'operating with mostly securities' })
      : pass
  },
  given: {
    check: 'offering.open',
    'issuer.ica_status': 'operating',
    'issuer.investment_securities_bps': 4000,
    'offering.regulation': 'reg_d_506c',
  },
  goldens: [
    { name: 'operating, 40 %', facts: {}, expect: 'pass' },
    { name: 'operating, above 40 %', facts: { 'issuer.investment_securities_bps': 4001 }, expect: 'review' },
    {
      name: 'operating, above 40 %, Regulation S',
      facts: { 'issuer.investment_securities_bps': 4001, 'offering.regulation': 'reg_s' },
      expect: 'pass',
    },
    { name: '3(c)(1)', facts: { 'issuer.ica_status': '3c1' }, expect: 'pass' },
    { name: '3(c)(7)', facts: { 'issuer.ica_status': '3c7' }, expect: 'pass' },
    { name: 'venture fund', facts: { 'issuer.ica_status': '3c1_qvc' }, expect: 'pass' },
    { name: 'other', facts: { 'issuer.ica_status': 'other' }, expect: 'review' },
    { name: 'registered', facts: { 'issuer.ica_status': 'registered' }, expect: 'review' },
    { name: 'not known', facts: { 'issuer.ica_status': null }, expect: 'needs_info' },
  ],
})
