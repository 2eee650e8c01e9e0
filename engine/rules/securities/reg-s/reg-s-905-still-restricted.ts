import { lotsFact } from '../../../calculations/lots.ts'
import { openRoute, resale } from '../../../calculations/resale.ts'
import { lot, regSResaleCase, tacked } from '../../../cases/transfer.ts'
import { cfr } from '../../../citations.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'REG_S_905_STILL_RESTRICTED',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 131,
  partOf: 'TRANSFER_ROUTE_RESOLVE',
  byte: 26,
  sentence:
    'After the compliance period a Regulation S lot is free, but equity of a US issuer stays restricted and needs Rule 144 or another exemption.',
  message: 'These units stay restricted after the compliance period, or it has not ended.',
  citation: cfr(17, '230.905'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: { lots: lotsFact, resale },
  applies: (f) => f.lots.some((lot) => lot.acquired_under === 'reg_s'),
  holds: (f) => (openRoute(f.resale, 'REG_S_905_STILL_RESTRICTED') || openRoute(f.resale, 'RULE_144') ? pass : broken()),
  given: {
    ...regSResaleCase,
    as_of: '2026-04-20T17:00:00Z',
    'issuer.domicile': 'DE',
    'offering.reg_s_category': '2',
    'to.us_person': true,
    'transfer.to_location_at_order': 'US',
  },
  goldens: [
    { name: 'foreign issuer’s equity after 40 days', facts: {}, expect: 'pass' },
    { name: 'on day 40', facts: { as_of: '2026-04-19T17:00:00Z' }, expect: 'fail' },
    { name: 'with a prearranged US resale', facts: { 'transfer.prearranged_us_resale': true }, expect: 'fail' },
    {
      name: 'US equity, the day after the period, a year and a day old',
      facts: { as_of: '2027-03-11T17:00:00Z', 'issuer.domicile': 'US', 'offering.reg_s_category': '3' },
      expect: 'pass',
    },
    {
      name: 'US equity, tacked for less than a year',
      facts: {
        as_of: '2027-03-11T17:00:00Z',
        'issuer.domicile': 'US',
        'offering.reg_s_category': '3',
        'from.lots': [
          tacked('lot_1', '1000', '2026-09-01', lot('lot_0', '1000', '2026-06-01', { acquired_under: 'reg_s' }), {
            acquired_under: 'reg_s',
          }),
        ],
      },
      expect: 'fail',
    },
    { name: 'an affiliate abroad', facts: { 'from.affiliate_of_issuer': true }, expect: 'fail' },
    { name: 'another kind of lot', facts: { 'from.lots': [lot('lot_1', '1000', '2026-03-10')] }, expect: 'not_applicable' },
  ],
})
