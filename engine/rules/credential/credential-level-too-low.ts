import { missingLevels, requiredLevels } from '../../calculations/credential.ts'
import { VELOCITY_CASE } from '../../cases/payment.ts'
import { credentialOf, liveOf } from '../../facts/groups/credential.ts'
import { movesValue, tx } from '../../facts/groups/payment.ts'
import { fact } from '../../facts/vocabulary.ts'
import { meets, micro } from '../../money.ts'
import { broken, defineRule, pass } from '../../rule.ts'
import { EU_EEA } from '../../tables/country-risk.ts'
import type { CredentialLevel, MarketAction } from '../../tables/credential-levels.ts'

const ACTION: Record<string, MarketAction> = {
  transfer: 'send',
  payment: 'send',
  buy: 'buy',
  mint: 'receive',
  burn: 'cash_out',
  redeem: 'cash_out',
  cash_out: 'cash_out',
  reward: 'receive',
}
const from = credentialOf('from')
const to = credentialOf('to')
const european = (country: string) => EU_EEA.has(country)

export default defineRule({
  code: 'CREDENTIAL_LEVEL_TOO_LOW',
  version: 1,
  market: 'credential',
  checks: ['payment'],
  order: 1166,
  sentence: 'Both sides hold the credential levels that market, action and amount ask for.',
  message: 'The {party} needs {levels}.',
  citation: { label: 'Sealwright product rule (required levels by market and action)', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  byte: 20,
  params: { self_hosted_eur: '1000', op: '>' },
  needs: {
    market: tx.market,
    type: tx.type,
    direction: tx.direction,
    usd: tx.usd,
    eur: tx.eur,
    fromKind: fact('from.kind'),
    toKind: fact('to.kind'),
    fromLevels: from.levels,
    fromState: from.state,
    fromExpires: from.expires,
    toLevels: to.levels,
    toState: to.state,
    toExpires: to.expires,
    selfHosted: fact('tx.travel.self_hosted'),
    seats: fact('tx.travel.seats'),
    adult: fact('from.over_18', { at_least: 'established' }),
    toAdult: fact('to.over_18', { at_least: 'established' }),
  },
  holds: (f, p, now) => {
    const action = ACTION[f.type] ?? 'send'
    const due = requiredLevels(f.market, action, f.usd)
    // Value that moves is a payment too, in whichever market's name and whether or not something is bought with it.
    const payment = movesValue(f) ? requiredLevels('stablecoins', action === 'buy' ? 'send' : action, f.usd) : null
    let fromDue: readonly CredentialLevel[] = payment ? [...new Set([...due.from, ...payment.from])] : due.from
    const toDue: readonly CredentialLevel[] = payment ? [...new Set([...due.to, ...payment.to])] : due.to
    if (movesValue(f) && f.selfHosted === 'beneficiary' && f.seats.some(european) && meets(f.eur, p.op, micro(p.self_hosted_eur)))
      fromDue = [...fromDue.filter((level) => level.startsWith('age-')), 'enhanced']
    // The other provider answers for its own customer; a self-hosted party of a third person is no customer.
    const sends = f.fromKind !== 'absent' && f.direction === 'outbound' && fromDue.length > 0
    const receives = (f.toKind === 'natural' || f.toKind === 'entity') && toDue.length > 0
    const age: CredentialLevel[] = sends && fromDue.includes('age-18') && f.adult ? ['age-18', 'age-13'] : []
    const toAge: CredentialLevel[] = receives && toDue.includes('age-18') && f.toAdult ? ['age-18', 'age-13'] : []
    const fromLive = sends ? liveOf(f.fromLevels, f.fromState, f.fromExpires, now) : []
    const toLive = receives ? liveOf(f.toLevels, f.toState, f.toExpires, now) : []
    const fromLacks = sends ? missingLevels([...(fromLive as CredentialLevel[]), ...age], fromDue) : []
    const toLacks = receives ? missingLevels([...(toLive as CredentialLevel[]), ...toAge], toDue) : []
    if (fromLacks.length === 0 && toLacks.length === 0) return pass
    const missing = [...(fromLacks.length > 0 ? ['from.credential'] : []), ...(toLacks.length > 0 ? ['to.credential'] : [])]
    // A level can be raised on a live credential; an age cannot be changed.
    const raisable =
      [...fromLacks, ...toLacks].every((l) => !l.startsWith('age-')) &&
      (fromLacks.length === 0 || fromLive.length > 0) &&
      (toLacks.length === 0 || toLive.length > 0)
    const facts = {
      ...(fromLacks.length > 0 && { 'from.credential.levels': [...fromLive, ...fromLacks] }),
      ...(toLacks.length > 0 && { 'to.credential.levels': [...toLive, ...toLacks] }),
    }
    const changes = raisable ? [{ say: `with the level ${[...new Set([...fromLacks, ...toLacks])].join(', ')}`, facts }] : []
    return fromLacks.length > 0
      ? broken({ party: 'sender', levels: fromLacks }, { missing, changes, byte: fromLive.length > 0 ? 42 : 20 })
      : broken({ party: 'recipient', levels: toLacks }, { missing, changes, byte: toLive.length > 0 ? 43 : 21 })
  },
  given: {
    ...VELOCITY_CASE,
    'from.over_18': true,
    'from.credential.state': 'active',
    'from.credential.expires_at': '2027-11-21T10:00:00Z',
    'to.kind': 'natural',
    'to.credential.levels': ['basic'],
    'to.credential.state': 'active',
    'to.credential.expires_at': '2027-11-21T10:00:00Z',
    'tx.travel.self_hosted': 'none',
    'tx.travel.seats': ['US'],
    fx: [
      { from: 'USD', to: 'EUR', rate: '0.92', source: 'ECB', date: '2026-11-20' },
      { from: 'EUR', to: 'USD', rate: '1.087', source: 'ECB', date: '2026-11-20' },
    ],
  },
  goldens: [
    { name: 'basic to basic, 500', facts: {}, expect: 'pass' },
    { name: 'basic to basic, 2,999.99', facts: { 'tx.amount.amount': '2999.99' }, expect: 'pass' },
    {
      name: 'basic to basic, 3,000',
      facts: { 'tx.amount.amount': '3000' },
      expect: 'needs_info',
      details: { party: 'sender', levels: ['enhanced'] },
    },
    {
      name: 'enhanced to basic, 3,000',
      facts: { 'tx.amount.amount': '3000', 'from.credential.levels': ['enhanced'] },
      expect: 'needs_info',
      details: { party: 'recipient' },
    },
    {
      name: 'enhanced to enhanced, 3,000',
      facts: { 'tx.amount.amount': '3000', 'from.credential.levels': ['enhanced'], 'to.credential.levels': ['enhanced'] },
      expect: 'pass',
    },
    { name: 'expired sender', facts: { 'from.credential.expires_at': '2026-11-21T17:00:00Z' }, expect: 'needs_info' },
    {
      name: 'EU, 1,000.01 EUR to an own wallet, basic',
      facts: {
        'tx.amount': { amount: '1000.01', currency: 'EUR' },
        'tx.travel.self_hosted': 'beneficiary',
        'tx.travel.seats': ['DE'],
        'to.kind': 'wallet',
      },
      expect: 'needs_info',
    },
    {
      name: 'EU, 1,000.00 EUR to an own wallet, basic',
      facts: {
        'tx.amount': { amount: '1000.00', currency: 'EUR' },
        'tx.travel.self_hosted': 'beneficiary',
        'tx.travel.seats': ['DE'],
        'to.kind': 'wallet',
      },
      expect: 'pass',
    },
    {
      name: 'no credential',
      facts: { 'from.credential.levels': [], 'from.credential.state': 'none', 'from.credential.expires_at': 'none' },
      expect: 'needs_info',
      details: { levels: ['basic'] },
    },
    { name: 'game cash-out, 18, basic', facts: { 'tx.market': 'gaming', 'tx.type': 'cash_out', 'to.kind': 'absent' }, expect: 'pass' },
    {
      name: 'game cash-out, under 18',
      facts: { 'tx.market': 'gaming', 'tx.type': 'cash_out', 'to.kind': 'absent', 'from.over_18': false },
      expect: 'needs_info',
    },
    {
      name: 'a payment in the name of another market, 3,000',
      facts: { 'tx.market': 'defi', 'tx.amount.amount': '3000' },
      expect: 'needs_info',
      details: { party: 'sender', levels: ['enhanced'] },
    },
    { name: 'a payment in the name of another market, 500', facts: { 'tx.market': 'defi' }, expect: 'pass' },
    {
      name: 'a payment for something bought, to nobody known',
      facts: { 'tx.type': 'buy', 'to.credential.levels': [], 'to.credential.state': 'none', 'to.credential.expires_at': 'none' },
      expect: 'needs_info',
      details: { party: 'recipient', levels: ['basic'] },
    },
    { name: 'game, both 18 and basic', facts: { 'tx.market': 'gaming', 'to.over_18': true }, expect: 'pass' },
    {
      name: 'game, the recipient is under 18',
      facts: { 'tx.market': 'gaming', 'to.over_18': false },
      expect: 'needs_info',
      details: { party: 'recipient' },
    },
    { name: 'game, age of the recipient unknown', facts: { 'tx.market': 'gaming', 'to.over_18': null }, expect: 'needs_info' },
    {
      name: 'redemption of 1,000, basic',
      facts: { 'tx.type': 'redeem', 'tx.amount.amount': '1000', 'to.kind': 'absent' },
      expect: 'needs_info',
    },
    {
      name: 'redemption of 999.99, basic',
      facts: { 'tx.type': 'redeem', 'tx.amount.amount': '999.99', 'to.kind': 'absent' },
      expect: 'pass',
    },
    {
      name: "inbound from another provider's customer",
      facts: {
        'tx.direction': 'inbound',
        'from.credential.levels': [],
        'from.credential.state': 'none',
        'from.credential.expires_at': 'none',
      },
      expect: 'pass',
    },
    { name: 'unknown', facts: { 'to.credential.state': null }, expect: 'needs_info' },
  ],
})
