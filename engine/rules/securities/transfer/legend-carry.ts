import { isAffiliate, resale } from '../../../calculations/resale.ts'
import { carriedLots } from '../../../calculations/route-verdict.ts'
import { lot, regSResaleCase, resaleCase } from '../../../cases/transfer.ts'
import { cfr } from '../../../citations.ts'
import { offeringFacts, ownerChanges, senderFacts } from '../../../facts/groups/securities.ts'
import { broken, defineRule, pass, passWith } from '../../../rule.ts'

export default defineRule({
  code: 'LEGEND_CARRY',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 220,
  sentence: 'A lot that stays restricted carries its legend and clock to the recipient; an affiliate’s units start a new clock.',
  message: 'The recipient’s lots: {lots}.',
  citation: cfr(17, '230.502', '(d); 230.144(d)'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'info',
  params: {},
  needs: {
    changes: ownerChanges,
    resale,
    affiliate: senderFacts.affiliate,
    affiliateLately: senderFacts.affiliateLately,
    regulation: offeringFacts.regulation,
  },
  holds: (f, _p, now) => {
    // Between a person's own wallets everything stays as it is.
    if (!f.changes) return pass
    const carried = carriedLots(f.resale, isAffiliate(f), now.day)
    const restricted = carried.filter((lot) => lot.legend !== null)
    if (restricted.length === 0) return passWith({ remove_legend: true, carried })
    return broken({ lots: restricted.map((lot) => `${lot.quantity} under ${lot.legend} from ${lot.clock}`), carried })
  },
  given: resaleCase,
  goldens: [
    { name: 'private resale: legend and clock go along', facts: {}, expect: 'info', details: { lots: ['100 under L1 from 2026-01-15'] } },
    {
      name: 'after the hold: the legend comes off',
      facts: { as_of: '2027-01-16T17:00:00Z', 'to.accreditation.status': 'not_accredited' },
      expect: 'pass',
      details: { remove_legend: true },
    },
    {
      name: 'an affiliate: a new clock',
      facts: { 'from.affiliate_of_issuer': true },
      expect: 'info',
      details: { lots: ['100 under L1 from 2026-06-01'] },
    },
    { name: 'offshore resale', facts: { ...regSResaleCase }, expect: 'info', details: { lots: ['100 under L3 from 2026-03-10'] } },
    { name: 'Tier 2', facts: { 'from.lots': [lot('lot_1', '1000', '2026-06-01', { acquired_under: 'reg_a_tier2' })] }, expect: 'pass' },
    { name: 'to oneself', facts: { 'to.person_id': 'per_a' }, expect: 'pass' },
  ],
})
