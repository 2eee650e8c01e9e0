import { mints, token } from '../../facts/groups/token.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'GENIUS_LAWFUL_ORDER',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1005,
  sentence: 'No active order to freeze, seize or block binds a party or the token, and the token can carry such orders out.',
  message: { fail: 'A lawful order or a missing capability of the token stops this ({why}).' },
  citation: { label: 'Pub. L. 119-27 sec. 4(a)(5), (6)(B)', url: 'https://www.congress.gov/119/plaws/publ27/PLAW-119publ27.pdf' },
  certainty: 'V',
  in_force_from: '2025-07-18',
  severity: 'block',
  codes: { fail: 38 },
  params: { capabilities: ['freeze', 'seize', 'burn', 'block'] },
  needs: {
    market: token.market,
    type: token.type,
    frameworks: token.frameworks,
    orders: fact('orders'),
    can: fact('token.capabilities'),
  },
  holds: (f, p) => {
    const bytes = { token: 2, from: 3, to: 4 } as const
    for (const target of ['token', 'from', 'to'] as const) {
      if (f.orders.some((o) => o.active && o.target === target)) return broken({ why: `order on ${target}` }, { byte: bytes[target] })
    }
    if (f.market !== 'stablecoins' || f.type !== 'mint' || !mints(f, 'genius')) return pass
    const lacking = p.capabilities.find((c) => !(f.can as readonly string[]).includes(c))
    return lacking === undefined ? pass : broken({ why: `no ${lacking} function` })
  },
  given: { 'tx.market': 'stablecoins', 'tx.type': 'transfer', orders: [] },
  goldens: [
    { name: 'no order', facts: {}, expect: 'pass' },
    {
      name: 'an order on the receiver',
      facts: { orders: [{ target: 'to', kind: 'freeze', active: true }] },
      expect: 'fail',
      details: { why: 'order on to' },
    },
    {
      name: 'an order on the sender',
      facts: { orders: [{ target: 'from', kind: 'seize', active: true }] },
      expect: 'fail',
      details: { why: 'order on from' },
    },
    { name: 'an order on the token', facts: { orders: [{ target: 'token', kind: 'block', active: true }] }, expect: 'fail' },
    { name: 'lifted a second ago', facts: { orders: [{ target: 'to', kind: 'freeze', active: false }] }, expect: 'pass' },
    {
      name: 'mint of a token that cannot freeze',
      facts: { 'tx.type': 'mint', 'token.frameworks': ['genius'], 'token.capabilities': ['seize', 'burn', 'block'] },
      expect: 'fail',
      details: { why: 'no freeze function' },
    },
    {
      name: 'mint of a token that cannot seize',
      facts: { 'tx.type': 'mint', 'token.frameworks': ['genius'], 'token.capabilities': ['freeze', 'burn', 'block'] },
      expect: 'fail',
    },
    {
      name: 'mint of a token that cannot burn',
      facts: { 'tx.type': 'mint', 'token.frameworks': ['genius'], 'token.capabilities': ['freeze', 'seize', 'block'] },
      expect: 'fail',
    },
    {
      name: 'mint of a token that cannot block',
      facts: { 'tx.type': 'mint', 'token.frameworks': ['genius'], 'token.capabilities': ['freeze', 'seize', 'burn'] },
      expect: 'fail',
    },
    {
      name: 'mint of a token that can',
      facts: { 'tx.type': 'mint', 'token.frameworks': ['genius'], 'token.capabilities': ['freeze', 'seize', 'burn', 'block'] },
      expect: 'pass',
    },
    { name: 'orders unknown', facts: { orders: null }, expect: 'needs_info' },
  ],
})
