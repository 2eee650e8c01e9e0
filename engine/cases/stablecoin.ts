/** A mint, a reward and a set of measures on which the worked cases of the stablecoin rules are laid. */
import type { Json } from '../canonical.ts'

type Case = { readonly [path: string]: Json }

export const MINT_CASE: Case = {
  as_of: '2027-02-01T17:00:00Z',
  'tx.market': 'stablecoins',
  'tx.type': 'mint',
  'tx.amount': { amount: '10', currency: 'USD' },
  'token.frameworks': ['genius'],
  'token.issuer_class': 'federal',
  'token.state_waiver': false,
  'token.outstanding_usd': '90',
  'token.reserves': [{ type: 'cash', value: '100.00', remaining_days: 0, encumbered: 'no' }],
  'token.reserves_at': '2027-02-01T16:00:00Z',
  'tenant.genius_early': false,
}

export const REWARD_CASE: Case = {
  as_of: '2027-02-01T17:00:00Z',
  'tx.market': 'stablecoins',
  'tx.type': 'reward',
  'token.frameworks': ['genius', 'mica'],
  'token.mica_class': 'emt',
  'tenant.genius_early': false,
  'tx.reward': { payer: 'issuer', basis: 'holding' },
}

export const MICA_CASE: Case = {
  'tx.market': 'stablecoins',
  'tx.type': 'mint',
  'token.frameworks': ['mica'],
  'token.mica_class': 'emt',
  'token.eu_currency_peg': false,
}

export const METRICS_CASE: Case = {
  'case.token_metrics': {
    class: 'art',
    eu_currency: false,
    holders: 1_000,
    value_eur: '100000000',
    transactions: 100,
    daily_eur: '1000',
    gatekeeper: false,
    international: false,
    interconnected: false,
    issues_others: false,
  },
}
