import { resale } from '../../../calculations/resale.ts'
import { routeVerdict } from '../../../calculations/route-verdict.ts'
import { lot, regSResaleCase, resaleCase } from '../../../cases/transfer.ts'
import { act } from '../../../citations.ts'
import { ownerChanges } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars } from '../../../money.ts'
import { defineRule } from '../../../rule.ts'

export default defineRule({
  code: 'TRANSFER_ROUTE_RESOLVE',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 130,
  byte: 26,
  codes: { review: 250, needs_info: 45 },
  sentence: 'For every lot that moves, a resale exemption is open.',
  message: {
    fail: 'No resale exemption is open for these units. Earliest: {free_on}; {max_now} units can move now.',
    review: 'The only open way needs a person: {routes}.',
    needs_info: 'Facts for a resale exemption are missing.',
  },
  citation: act('securities', '§4(a)(1), §5'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: { changes: ownerChanges, resale, quantity: fact('transfer.quantity') },
  applies: (f) => f.changes,
  holds: (f) => routeVerdict(f.resale, f.quantity),
  given: resaleCase,
  goldens: [
    { name: 'case 1: accredited buyer, private resale', facts: {}, expect: 'pass', details: { routes: ['SEC_4A7_PRIVATE_RESALE'] } },
    {
      name: 'case 2: buyer not accredited',
      facts: { 'to.accreditation.status': 'not_accredited' },
      expect: 'fail',
      reason: 'NO_RESALE_ROUTE',
      details: { free_on: '2027-01-16', max_now: '0' },
    },
    {
      name: 'case 3: the last restricted day',
      facts: { as_of: '2027-01-15T17:00:00Z', 'to.accreditation.status': 'not_accredited' },
      expect: 'fail',
    },
    {
      name: 'case 3: the first free day',
      facts: { as_of: '2027-01-16T17:00:00Z', 'to.accreditation.status': 'not_accredited' },
      expect: 'pass',
      details: { routes: ['RULE_144'] },
    },
    { name: 'case 5: Germany to France', facts: { ...regSResaleCase }, expect: 'pass', details: { routes: ['REG_S_904_RESALE'] } },
    {
      name: 'case 5: US buyer, no package',
      facts: { ...regSResaleCase, 'to.us_person': true, 'to.residence': 'US', 'transfer.to_location_at_order': 'US' },
      expect: 'fail',
      details: { free_on: '2027-03-11' },
    },
    {
      name: 'case 5: institutional buyer with notice',
      facts: {
        ...regSResaleCase,
        'to.us_person': true,
        'to.kind': 'entity',
        'to.qib': {
          type: 'entity',
          investments: dollars('100000000'),
          audited_net_worth: 'none',
          figure_dated: '2026-01-01',
          foreign: false,
        },
        'transfer.notice_144a': true,
        'issuer.information_144a': true,
      },
      expect: 'pass',
      details: { routes: ['RULE_144A_QIB'] },
    },
    {
      name: 'a natural person is no institutional buyer, whatever is said',
      facts: {
        'to.accreditation.status': 'not_accredited',
        'to.qib': {
          type: 'entity',
          investments: dollars('100000000'),
          audited_net_worth: 'none',
          figure_dated: '2026-01-01',
          foreign: false,
        },
        'transfer.notice_144a': true,
        'issuer.information_144a': true,
      },
      expect: 'fail',
    },
    {
      name: 'Tier 2 units bought from an affiliate are restricted',
      facts: {
        'from.lots': [lot('lot_1', '1000', '2026-05-31', { acquired_under: 'reg_a_tier2', acquired_from: 'affiliate' })],
        'to.accreditation.status': 'not_accredited',
      },
      expect: 'fail',
      details: { free_on: '2027-06-01' },
    },
    {
      name: 'case 6: Tier 2 on day 1',
      facts: {
        'from.lots': [lot('lot_1', '1000', '2026-06-01', { acquired_under: 'reg_a_tier2' })],
        'to.accreditation.status': 'not_accredited',
      },
      expect: 'pass',
      details: { routes: ['REG_A_FREELY_TRADABLE'] },
    },
    {
      name: 'case 8: 80 of 60 free and 40 held',
      facts: {
        as_of: '2026-12-01T17:00:00Z',
        'from.lots': [lot('old', '60', '2025-11-01'), lot('new', '40', '2026-01-15')],
        'transfer.quantity': '80',
        'to.accreditation.status': 'not_accredited',
      },
      expect: 'fail',
      details: { max_now: '60', free_on: '2027-01-16' },
    },
    {
      name: 'case 8: the free 60',
      facts: {
        as_of: '2026-12-01T17:00:00Z',
        'from.lots': [lot('old', '60', '2025-11-01'), lot('new', '40', '2026-01-15')],
        'transfer.quantity': '60',
        'to.accreditation.status': 'not_accredited',
      },
      expect: 'pass',
    },
    {
      name: 'opinion only',
      facts: { 'to.accreditation.status': 'not_accredited', 'transfer.opinion_hash': 'd'.repeat(64) },
      expect: 'review',
    },
    { name: 'a fact of the only route is missing', facts: { 'to.accreditation.status': 'pending' }, expect: 'needs_info' },
    { name: 'the asked route is closed', facts: { 'transfer.route': 'RULE_144' }, expect: 'fail' },
    { name: 'more units than the lots hold', facts: { 'transfer.quantity': '1001' }, expect: 'needs_info' },
    {
      name: 'former shell: Rule 144 closed after the year',
      facts: { as_of: '2027-01-16T17:00:00Z', 'to.accreditation.status': 'not_accredited', 'issuer.shell': 'former' },
      expect: 'fail',
    },
    {
      name: 'class outstanding for 89 days',
      facts: { 'transfer.sec_4a7.class_outstanding_since': '2026-03-04' },
      expect: 'fail',
      details: { free_on: '2026-06-02' },
    },
    {
      name: 'repurchase by the issuer',
      facts: { 'transfer.kind': 'issuer_repurchase', 'to.person_id': 'iss_1', 'to.accreditation.status': 'not_accredited' },
      expect: 'pass',
    },
    {
      name: 'called a repurchase, to a holder',
      facts: { 'transfer.kind': 'issuer_repurchase', 'to.accreditation.status': 'not_accredited' },
      expect: 'review',
    },
    { name: 'to oneself', facts: { 'to.person_id': 'per_a' }, expect: 'not_applicable' },
  ],
})
