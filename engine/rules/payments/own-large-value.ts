import { movesValue, sender, tx } from '../../facts/groups/payment.ts'
import { fact } from '../../facts/vocabulary.ts'
import { meets, micro } from '../../money.ts'
import { broken, defineRule, info, pass } from '../../rule.ts'

export default defineRule({
  code: 'OWN_LARGE_VALUE',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1241,
  sentence: 'A transfer of the organisation’s own large value or more needs enhanced verification, also below 10,000 USD.',
  message: {
    review: 'A transfer of {own} USD or more by a sender with basic verification: your organisation asks for enhanced there.',
    info: 'A transfer of {own} USD or more, which your organisation calls large.',
  },
  citation: { label: 'Setting of the organisation', url: null },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'hold',
  byte: 29,
  codes: { review: 250 },
  params: { op: '>=' },
  needs: { own: fact('tenant.large_value_usd'), market: tx.market, type: tx.type, usd: tx.usd, levels: sender.levels },
  applies: (f) => f.own !== null && (f.market === 'stablecoins' || movesValue(f)),
  holds: (f, p) => {
    if (!meets(f.usd, p.op, micro(String(f.own)))) return pass
    return f.levels.includes('enhanced') ? info({ own: f.own! }) : broken({ own: f.own! })
  },
  given: {
    'tenant.large_value_usd': 2500,
    'tx.market': 'stablecoins',
    'tx.type': 'transfer',
    'tx.amount': { amount: '2500', currency: 'USD' },
    'from.credential.levels': ['basic'],
  },
  goldens: [
    { name: '2,499.99', facts: { 'tx.amount.amount': '2499.99' }, expect: 'pass' },
    { name: '2,500 basic', facts: {}, expect: 'review', details: { own: 2500 } },
    { name: '2,500 enhanced', facts: { 'from.credential.levels': ['enhanced'] }, expect: 'info' },
    { name: 'the mint of an NFT', facts: { 'tx.market': 'nfts', 'tx.type': 'mint' }, expect: 'not_applicable' },
    { name: 'nothing is said', facts: { 'tenant.large_value_usd': 'none' }, expect: 'not_applicable' },
    { name: 'unknown', facts: { 'tenant.large_value_usd': null }, expect: 'needs_info' },
    { name: 'level unknown', facts: { 'from.credential.levels': null }, expect: 'needs_info' },
  ],
})
