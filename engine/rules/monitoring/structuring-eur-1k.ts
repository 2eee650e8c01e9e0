import { euroStructured } from '../../calculations/structuring.ts'
import { tx } from '../../facts/groups/payment.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

const sent = (at: string, eur: string) => ({ at, usd: eur, eur, beneficiary: 'b', wallet: 'w' })

export default defineRule({
  code: 'STRUCTURING_EUR_1K',
  version: 1,
  market: 'monitoring',
  checks: ['payment'],
  order: 1722,
  sentence: 'Transfers with a self-hosted side are not split so as to stay at 1,000 EUR.',
  message: 'Transfers with a self-hosted side look split so as to stay at 1,000 EUR.',
  citation: {
    label: 'Directive (EU) 2015/849, risk factors; Regulation (EU) 2023/1113',
    url: 'https://eur-lex.europa.eu/eli/reg/2023/1113/oj',
  },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  visibility: 'officer',
  byte: 250,
  params: {},
  needs: {
    selfHosted: fact('tx.travel.self_hosted'),
    transfers: fact('history.transfers'),
    beneficiary: fact('tx.beneficiary'),
    eur: tx.eur,
  },
  applies: (f) => f.selfHosted !== 'none',
  holds: (f, _p, now) => {
    if (f.transfers.length < 2) return pass
    const events = f.transfers.map((t) => ({ at: t.at, micro: t.eur, beneficiary: t.beneficiary, wallet: t.wallet }))
    events.push({ at: now.ms, micro: f.eur, beneficiary: f.beneficiary, wallet: 'this' })
    return euroStructured(events, now.ms, f.beneficiary) ? broken() : pass
  },
  given: {
    'tx.amount': { amount: '990', currency: 'EUR' },
    'tx.beneficiary': 'b',
    'tx.travel.self_hosted': 'beneficiary',
    'history.transfers': [sent('2026-11-19T17:00:00Z', '990'), sent('2026-11-20T17:00:00Z', '990')],
  },
  goldens: [
    { name: '990 three times', facts: {}, expect: 'review' },
    { name: '990 twice', facts: { 'history.transfers': [sent('2026-11-20T17:00:00Z', '990')] }, expect: 'pass' },
    { name: '1,000.01 is above', facts: { 'tx.amount.amount': '1000.01' }, expect: 'pass' },
    { name: 'no self-hosted side', facts: { 'tx.travel.self_hosted': 'none' }, expect: 'not_applicable' },
    { name: 'unknown', facts: { 'tx.travel.self_hosted': null }, expect: 'needs_info' },
  ],
})
