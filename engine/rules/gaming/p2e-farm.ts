import { tx } from '../../facts/groups/payment.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'P2E_FARM',
  version: 1,
  market: 'gaming',
  checks: ['payment'],
  order: 1522,
  sentence: 'A cash-out does not look like a farm of wallets.',
  message: 'Signs of a farm: {sign}.',
  citation: { label: 'Sealwright product rule', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  visibility: 'officer',
  byte: 250,
  params: { wallets: 3, long_days: 3, multiple: 10 },
  needs: {
    market: tx.market,
    type: tx.type,
    wallets: fact('game.wallets_24h'),
    // "none" where the game does not say.
    days: fact('game.long_session_days'),
    multiple: fact('game.earning_multiple'),
  },
  applies: (f) => f.market === 'gaming' && f.type === 'cash_out',
  holds: (f, p) => {
    if (f.wallets > p.wallets) return broken({ sign: 'wallets' })
    if (f.days !== null && f.days >= p.long_days) return broken({ sign: 'sessions' })
    return f.multiple !== null && f.multiple > p.multiple ? broken({ sign: 'earnings' }) : pass
  },
  given: { 'tx.market': 'gaming', 'tx.type': 'cash_out', 'game.wallets_24h': 3, 'game.long_session_days': 2, 'game.earning_multiple': 10 },
  goldens: [
    { name: 'three wallets', facts: {}, expect: 'pass' },
    { name: 'four wallets', facts: { 'game.wallets_24h': 4 }, expect: 'review' },
    { name: 'three days of 20 hours', facts: { 'game.long_session_days': 3 }, expect: 'review' },
    { name: 'eleven times the median', facts: { 'game.earning_multiple': 11 }, expect: 'review' },
    { name: 'the game says nothing', facts: { 'game.long_session_days': 'none', 'game.earning_multiple': 'none' }, expect: 'pass' },
    { name: 'unknown', facts: { 'game.wallets_24h': null }, expect: 'needs_info' },
  ],
})
