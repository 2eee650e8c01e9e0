import { isQualifiedPurchaser } from '../../calculations/qualified-purchaser.ts'
import { DEFI_CASE, POOL } from '../../cases/defi.ts'
import { leaving, level, pool } from '../../facts/groups/defi.ts'
import { fact } from '../../facts/vocabulary.ts'
import { dollars } from '../../money.ts'
import { broken, defineRule, deny, pass } from '../../rule.ts'

/** What a qualified purchaser owns at least, in US dollars. */
const LEAST = { natural: '5000000', family: '5000000', other: '25000000', dealer: '25000000', op: '>=' }
const OF_3C7 = { 'defi.pool.exemption': '3c7', 'defi.pool.holders': 1_998 }

export default defineRule({
  code: 'DEFI_ACCREDITED_POOL',
  version: 1,
  market: 'defi',
  checks: ['defi.access'],
  order: 1424,
  sentence:
    'A pool for accredited investors takes only those whose accreditation is live, one under 3(c)(7) only qualified purchasers, and each up to its cap of owners.',
  message: {
    needs_info: 'A live accreditation is needed.',
    fail: 'The pool has reached its cap of {cap} owners.',
    unqualified: 'The pool takes qualified purchasers alone, and the user is none.',
  },
  citation: {
    label: 'Investment Company Act 2(a)(51), 3(c)(1), 3(c)(7)(A); Rule 3c-5; Exchange Act 12(g)',
    url: 'https://www.law.cornell.edu/uscode/text/15/80a-3',
  },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'ask',
  byte: 27,
  codes: { needs_info: 25 },
  params: { cap_3c1: 100, cap_3c7: 1_999, purchaser: LEAST },
  needs: {
    action: level.action,
    until: level.accreditedUntil,
    institution: level.institution,
    pool,
    knowledgeable: fact('defi.knowledgeable_employee'),
    qp: fact('defi.qp'),
  },
  // Rulesets until 2026.11.8 knew no qualified purchaser, and read a pool by its flag alone.
  applies: (f, p) => !leaving(f.action) && f.pool !== null && (f.pool.accredited_only || (p.purchaser && f.pool.exemption !== 'none')),
  holds: (f, p, now) => {
    const x = f.pool!
    const cap = x.exemption === '3c1' ? p.cap_3c1 : x.exemption === '3c7' ? p.cap_3c7 : null
    if (cap !== null && !x.already_holder && x.holders + 1 > cap) return deny({ cap })
    // Of qualified purchasers alone: of them the law does not ask to be accredited, unless the pool does.
    const least = p.purchaser as typeof LEAST | null | undefined
    if (least && x.exemption === '3c7' && !f.knowledgeable && !isQualifiedPurchaser(f.qp, least))
      return deny({}, { reason: 'NOT_QUALIFIED_PURCHASER', wording: 'unqualified', byte: 25 })
    if (!x.accredited_only) return pass
    return f.institution || (f.until !== null && now.ms < f.until) ? pass : broken({}, { missing: ['defi.accredited_until'] })
  },
  given: {
    ...DEFI_CASE,
    'defi.action': 'supply',
    'defi.accredited_until': '2027-01-01T00:00:00Z',
    'defi.pool': POOL,
    'defi.pool.accredited_only': true,
    'defi.pool.exemption': '3c1',
    'defi.pool.holders': 99,
    'defi.knowledgeable_employee': false,
    'defi.qp': { kind: 'natural', investments: dollars('5000000'), formed_for_purchase: false, all_deciders_qualified: false },
  },
  goldens: [
    { name: '99 and one new', facts: {}, expect: 'pass' },
    { name: '100 and one new', facts: { 'defi.pool.holders': 100 }, expect: 'fail' },
    { name: '100 and one of them buys more', facts: { 'defi.pool.holders': 100, 'defi.pool.already_holder': true }, expect: 'pass' },
    { name: '3(c)(7), 1,998 and one new', facts: OF_3C7, expect: 'pass' },
    {
      name: '3(c)(7), accredited and no qualified purchaser',
      facts: { ...OF_3C7, 'defi.qp.kind': 'none' },
      expect: 'fail',
      reason: 'NOT_QUALIFIED_PURCHASER',
    },
    {
      name: '3(c)(7), accredited and no qualified purchaser, by a ruleset until 2026.11.8',
      facts: { ...OF_3C7, 'defi.qp.kind': 'none' },
      params: { purchaser: null },
      expect: 'pass',
    },
    { name: '3(c)(7), investments a cent below', facts: { ...OF_3C7, 'defi.qp.investments.amount': '4999999.99' }, expect: 'fail' },
    { name: '3(c)(7), a family company', facts: { ...OF_3C7, 'defi.qp.kind': 'family_company' }, expect: 'pass' },
    {
      name: '3(c)(7), a family company a cent below',
      facts: { ...OF_3C7, 'defi.qp.kind': 'family_company', 'defi.qp.investments.amount': '4999999.99' },
      expect: 'fail',
    },
    {
      name: '3(c)(7), a dealer with 25,000,000',
      facts: { ...OF_3C7, 'defi.qp.kind': 'dealer', 'defi.qp.investments.amount': '25000000' },
      expect: 'pass',
    },
    {
      name: '3(c)(7), a dealer a cent below',
      facts: { ...OF_3C7, 'defi.qp.kind': 'dealer', 'defi.qp.investments.amount': '24999999.99' },
      expect: 'fail',
    },
    {
      name: '3(c)(7), who acts for qualified purchasers with 25,000,000',
      facts: { ...OF_3C7, 'defi.qp.kind': 'other', 'defi.qp.investments.amount': '25000000', 'defi.qp.all_deciders_qualified': true },
      expect: 'pass',
    },
    {
      name: '3(c)(7), who acts for them with a cent less',
      facts: { ...OF_3C7, 'defi.qp.kind': 'other', 'defi.qp.investments.amount': '24999999.99', 'defi.qp.all_deciders_qualified': true },
      expect: 'fail',
    },
    {
      name: '3(c)(7), an accredited institution formed for it',
      facts: { ...OF_3C7, 'defi.qualified_institution': true, 'defi.qp.kind': 'qib', 'defi.qp.formed_for_purchase': true },
      expect: 'fail',
    },
    {
      name: '3(c)(7), a knowledgeable employee',
      facts: { ...OF_3C7, 'defi.qp.kind': 'none', 'defi.knowledgeable_employee': true },
      expect: 'pass',
    },
    { name: '3(c)(7), nothing said of what they are', facts: { ...OF_3C7, 'defi.qp': null }, expect: 'needs_info', reason: 'FACT_MISSING' },
    {
      name: '3(c)(7) and not said to be for accredited investors, no qualified purchaser',
      facts: { ...OF_3C7, 'defi.pool.accredited_only': false, 'defi.qp.kind': 'none' },
      expect: 'fail',
    },
    {
      name: '3(c)(7) and not said to be for accredited investors, a qualified purchaser whose accreditation nobody filed',
      facts: { ...OF_3C7, 'defi.pool.accredited_only': false, 'defi.accredited_until': 'none' },
      expect: 'pass',
    },
    {
      name: '3(c)(1) and not said to be for accredited investors, 100 and one new',
      facts: { 'defi.pool.accredited_only': false, 'defi.pool.holders': 100 },
      expect: 'fail',
    },
    {
      name: '3(c)(1) and not said to be for accredited investors, by a ruleset until 2026.11.8',
      facts: { 'defi.pool.accredited_only': false, 'defi.pool.holders': 100 },
      params: { purchaser: null },
      expect: 'not_applicable',
    },
    {
      name: '3(c)(7), no qualified purchaser takes their money out',
      facts: { ...OF_3C7, 'defi.qp.kind': 'none', 'defi.action': 'withdraw' },
      expect: 'not_applicable',
    },
    { name: '3(c)(7), 1,999 and one new', facts: { 'defi.pool.exemption': '3c7', 'defi.pool.holders': 1_999 }, expect: 'fail' },
    { name: 'expired yesterday', facts: { 'defi.accredited_until': '2026-11-20T17:00:00Z' }, expect: 'needs_info' },
    { name: 'never accredited', facts: { 'defi.accredited_until': 'none' }, expect: 'needs_info' },
    { name: 'open to all', facts: { 'defi.pool.accredited_only': false, 'defi.pool.exemption': 'none' }, expect: 'not_applicable' },
  ],
})
