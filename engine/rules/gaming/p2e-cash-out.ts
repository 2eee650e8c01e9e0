import { sender, tx } from '../../facts/groups/payment.ts'
import { fact } from '../../facts/vocabulary.ts'
import { meets, micro } from '../../money.ts'
import { ask, broken, defineRule, info, pass, review } from '../../rule.ts'
import { EMBARGO } from '../../tables/country-risk.ts'
import { gamingRow } from '../../tables/gaming-jurisdictions.ts'

export default defineRule({
  code: 'P2E_CASH_OUT',
  version: 1,
  market: 'gaming',
  checks: ['payment'],
  order: 1520,
  sentence: 'Game assets become money only from 18, where the place allows it, with identification that grows with the sum.',
  message: {
    fail: 'Cashing out is not allowed ({why}).',
    needs_info: 'The sum of 30 days needs an enhanced credential or the source of the earnings.',
    review: 'A person has to look at this cash-out ({why}).',
    info: 'From {travel} USD the travel rule is looked at.',
  },
  citation: { label: 'FATF R.15; Directive (EU) 2015/849 art 11(d); product rule', url: 'https://eur-lex.europa.eu/eli/dir/2015/849' },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  byte: 24,
  codes: { needs_info: 45 },
  params: { enhanced: '1000', travel: '3000', source: '10000', op: '>=' },
  needs: {
    market: tx.market,
    type: tx.type,
    usd: tx.usd,
    levels: sender.levels,
    adult: fact('from.over_18', { at_least: 'established' }),
    jurisdiction: fact('game.jurisdiction'),
    chance: fact('game.chance_element'),
    sum: fact('history.cash_out_30d'),
    earnings: fact('from.source_of_earnings'),
  },
  applies: (f) => f.market === 'gaming' && f.type === 'cash_out',
  holds: (f, p) => {
    if (!f.adult) return broken({ why: 'under 18' }, { byte: 36 })
    if (EMBARGO.includes(f.jurisdiction) || EMBARGO.includes(f.jurisdiction.slice(0, 2))) return broken({ why: f.jurisdiction })
    const rule = gamingRow(f.jurisdiction)?.cashOut ?? 'review'
    if (rule === 'no') return broken({ why: f.jurisdiction })
    if (rule === 'skill' && f.chance)
      return broken(
        { why: f.jurisdiction },
        { changes: [{ say: 'without an element of chance', facts: { 'game.chance_element': false } }] },
      )
    const total = f.sum + f.usd
    if (meets(total, p.op, micro(p.enhanced)) && !f.levels.includes('enhanced')) return ask({}, { missing: ['from.credential'] })
    if (meets(total, p.op, micro(p.source))) return f.earnings ? review({ why: 'sum' }) : ask({}, { missing: ['from.source_of_earnings'] })
    if (rule === 'review') return review({ why: f.jurisdiction })
    return meets(total, p.op, micro(p.travel)) ? info() : pass
  },
  given: {
    'tx.market': 'gaming',
    'tx.type': 'cash_out',
    'tx.amount': { amount: '999.99', currency: 'USD' },
    'from.credential.levels': ['basic'],
    'from.over_18': true,
    'game.jurisdiction': 'GB',
    'game.chance_element': false,
    'history.cash_out_30d': { amount: '0', currency: 'USD' },
    'from.source_of_earnings': false,
  },
  goldens: [
    { name: 'United Kingdom, 18, 999.99, basic', facts: {}, expect: 'pass' },
    { name: '1,000.00, basic', facts: { 'tx.amount.amount': '1000.00' }, expect: 'needs_info' },
    { name: '999.999999, basic', facts: { 'tx.amount.amount': '999.999999' }, expect: 'pass' },
    { name: '500 after 500, basic', facts: { 'tx.amount.amount': '500', 'history.cash_out_30d.amount': '500' }, expect: 'needs_info' },
    { name: '1,000, enhanced', facts: { 'tx.amount.amount': '1000', 'from.credential.levels': ['basic', 'enhanced'] }, expect: 'pass' },
    { name: '2,999.99, enhanced', facts: { 'tx.amount.amount': '2999.99', 'from.credential.levels': ['enhanced'] }, expect: 'pass' },
    { name: '3,000, enhanced', facts: { 'tx.amount.amount': '3000', 'from.credential.levels': ['enhanced'] }, expect: 'info' },
    { name: '9,999.99, enhanced', facts: { 'tx.amount.amount': '9999.99', 'from.credential.levels': ['enhanced'] }, expect: 'info' },
    {
      name: '10,000 without the source of earnings',
      facts: { 'tx.amount.amount': '10000', 'from.credential.levels': ['enhanced'] },
      expect: 'needs_info',
    },
    {
      name: '10,000 with it',
      facts: { 'tx.amount.amount': '10000', 'from.credential.levels': ['enhanced'], 'from.source_of_earnings': true },
      expect: 'review',
    },
    { name: 'South Korea', facts: { 'game.jurisdiction': 'KR' }, expect: 'fail' },
    { name: 'Washington', facts: { 'game.jurisdiction': 'US-WA' }, expect: 'fail' },
    { name: 'California, skill', facts: { 'game.jurisdiction': 'US-CA' }, expect: 'pass' },
    { name: 'California, chance', facts: { 'game.jurisdiction': 'US-CA', 'game.chance_element': true }, expect: 'fail' },
    { name: 'the Netherlands are to be looked at', facts: { 'game.jurisdiction': 'NL' }, expect: 'review' },
    { name: 'embargoed', facts: { 'game.jurisdiction': 'IR' }, expect: 'fail' },
    { name: '17', facts: { 'from.over_18': false }, expect: 'fail' },
    { name: 'a stablecoin payment', facts: { 'tx.market': 'stablecoins', 'tx.type': 'transfer' }, expect: 'not_applicable' },
    { name: 'place unknown', facts: { 'game.jurisdiction': null }, expect: 'needs_info' },
  ],
})
