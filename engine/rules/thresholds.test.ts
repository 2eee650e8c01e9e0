import { describe, expect, it } from 'vitest'
import type { Json } from '../canonical.ts'
import type { Facts } from '../facts.ts'
import { goldenFacts, runAlone, unflatten } from '../goldens.ts'
import { formatMicro, micro } from '../money.ts'
import { RULES } from '../rulesets.ts'

type Walk = {
  code: string
  /** Where the amount stands. */
  path: string
  /** The parameter that holds the limit, and its comparator. */
  limit: string
  op: string
  /** Laid over the rule's first case so that nothing but the amount decides. */
  lay?: { readonly [path: string]: Json }
}
const NOBODY: Walk['lay'] = {
  'buyer.credential.levels': [],
  'buyer.credential.state': 'none',
  'buyer.credential.expires_at': 'none',
  'creator.tier': 'none',
}

// biome-ignore format: one threshold a line reads as the table it is
const WALKS: readonly Walk[] = [
  { code: 'CTR_REQUIRED', path: 'history.cash.0.amount', limit: 'threshold', op: 'op' },
  { code: 'MONETARY_INSTRUMENT_LOG', path: 'history.vouchers.0.amount', limit: 'threshold', op: 'op' },
  { code: 'LARGE_VALUE_10K', path: 'tx.amount.amount', limit: 'threshold', op: 'op' },
  { code: 'NFT_CREATOR_VERIFICATION', path: 'sale.total.amount', limit: 'threshold', op: 'op', lay: NOBODY },
  { code: 'NFT_BUYER_VERIFICATION', path: 'sale.total.amount', limit: 'threshold', op: 'op', lay: NOBODY },
  { code: 'NFT_LINKED_SALES', path: 'sale.total.amount', limit: 'threshold', op: 'op', lay: { ...NOBODY, 'sale.linked': [] } },
  { code: 'NFT_ENHANCED_AML', path: 'sale.total.amount', limit: 'threshold', op: 'op', lay: { 'sale.officer_approved': false } },
  { code: 'NFT_ART_MARKET_DUTY', path: 'sale.total.amount', limit: 'threshold', op: 'op', lay: { 'buyer.credential.levels': ['basic'] } },
  { code: 'P2E_CASH_OUT', path: 'tx.amount.amount', limit: 'enhanced', op: 'op' },
  { code: 'P2E_CASH_OUT', path: 'tx.amount.amount', limit: 'travel', op: 'op', lay: { 'from.credential.levels': ['enhanced'] } },
  { code: 'P2E_TAX_FORM', path: 'tx.amount.amount', limit: 'threshold', op: 'op', lay: { 'history.prizes_year': { amount: '0', currency: 'USD' } } },
  { code: 'TRAVEL_RULE_SELF_HOSTED_PROOF', path: 'tx.amount.amount', limit: 'eur', op: 'op' },
  { code: 'CREDENTIAL_LEVEL_TOO_LOW', path: 'tx.amount.amount', limit: 'self_hosted_eur', op: 'op', lay: { 'tx.amount.currency': 'EUR', 'tx.travel.self_hosted': 'beneficiary', 'tx.travel.seats': ['DE'], 'to.kind': 'wallet' } },
  { code: 'GENIUS_PERMITTED_ISSUER', path: 'token.outstanding_usd', limit: 'state_cap', op: 'op', lay: { 'token.issuer_class': 'state', 'tx.amount.amount': '0' } },
  { code: 'GENIUS_AUDIT_50B', path: 'token.outstanding_usd', limit: 'threshold', op: 'op' },
  { code: 'MICA_REPORT_100M', path: 'case.token_metrics.value_eur', limit: 'threshold', op: 'op' },
]

describe('every money threshold at a millionth below, at it, and a millionth above', () => {
  it.each(WALKS)('$code, $limit', ({ code, path, limit, op, lay }) => {
    const rule = RULES.find((r) => r.code === code)!
    const at = micro(rule.params[limit] as string)
    const base = goldenFacts(rule, { ...rule.goldens[0]!, facts: {} })
    const speaks = [-1n, 0n, 1n].map((step) => {
      const facts = unflatten(base as never, lay ?? {}, { [path]: formatMicro(at + step) }) as unknown as Facts
      const { result, reason } = runAlone(rule, facts)
      expect(reason).not.toBe('FACT_MISSING')
      return result !== 'pass'
    })
    expect(speaks).toEqual([false, rule.params[op] === '>=', true])
  })

  it.each(['VELOCITY_SINGLE', 'VELOCITY_24H', 'VELOCITY_30D', 'VELOCITY_NEW_COUNTERPARTY'])('%s may be used up to the limit', (code) => {
    const limits = {
      VELOCITY_SINGLE: '2999.99',
      VELOCITY_24H: '10000',
      VELOCITY_30D: '25000',
      VELOCITY_NEW_COUNTERPARTY: '1000',
    } as Record<string, string>
    const rule = RULES.find((r) => r.code === code)!
    const none: Json = { amount: '0', currency: 'USD' }
    const lay = { 'history.sum_24h': none, 'history.sum_30d': none, 'history.counterparty_sum_24h': none }
    const base = goldenFacts(rule, { ...rule.goldens[0]!, facts: {} })
    const results = [-1n, 0n, 1n].map((step) => {
      const amount = formatMicro(micro(limits[code]!) + step)
      return (
        runAlone(rule, unflatten(base as never, lay, { 'tx.amount': { amount, currency: 'USD' } }) as unknown as Facts).result === 'pass'
      )
    })
    expect(results).toEqual([true, true, false])
  })
})
