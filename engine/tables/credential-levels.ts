/** Reusable wallet-bound credential: levels, validity, required sets and revocation reasons. Product rules of 2026-11-21. */
export const CREDENTIAL_LEVELS = ['sanctions-clear', 'basic', 'enhanced', 'accredited', 'creator', 'age-13', 'age-18', 'age-21'] as const
export type CredentialLevel = (typeof CREDENTIAL_LEVELS)[number]
/** Levels a level contains. Age levels also follow from the birth date behind an enhanced credential. */
export const IMPLIED: Partial<Record<CredentialLevel, readonly CredentialLevel[]>> = {
  enhanced: ['basic'],
  'age-21': ['age-18', 'age-13'],
  'age-18': ['age-13'],
}
export const VALIDITY = {
  'sanctions-clear': { hours: 24 },
  basic: { days: 365 },
  enhanced: { monthsByRisk: { low: 36, medium: 24, high: 12 }, documentGraceDays: 90 },
  creator: { days: 180 },
  age: { documentYears: 5, selfDeclaredDays: 90 },
} as const

export type Market = 'securities' | 'stablecoins' | 'nfts' | 'defi' | 'gaming'
export type MarketAction = 'browse' | 'receive' | 'send' | 'buy' | 'issue' | 'cash_out'
/** `from` and `to` are level sets; `fromAmount` (USD, inclusive) picks the last row whose amount is reached. */
export type RequiredSet = { fromAmount: string; from: readonly CredentialLevel[]; to: readonly CredentialLevel[] }

const sets = (...rows: [string, CredentialLevel[], CredentialLevel[]?][]): RequiredSet[] =>
  rows.map(([fromAmount, from, to]) => ({ fromAmount, from, to: to ?? [] }))

/** Required credential levels by market and action. Sanctions screening is due in every cell and is not repeated. */
export const REQUIRED_SETS: Record<Market, Record<MarketAction, RequiredSet[]>> = {
  securities: {
    browse: sets(['0', []]),
    receive: sets(['0', [], ['enhanced']]),
    send: sets(['0', ['enhanced'], ['enhanced']]),
    buy: sets(['0', ['enhanced']]),
    issue: sets(['0', ['enhanced']]),
    cash_out: sets(['0', ['enhanced']]),
  },
  stablecoins: {
    browse: sets(['0', []]),
    receive: sets(['0', [], ['basic']]),
    send: sets(['0', ['basic'], ['basic']], ['3000', ['enhanced'], ['enhanced']]),
    buy: sets(['0', ['basic']]),
    issue: sets(['0', ['enhanced']]),
    cash_out: sets(['0', ['basic']], ['1000', ['enhanced']]),
  },
  nfts: {
    browse: sets(['0', []]),
    receive: sets(['0', []]),
    send: sets(['0', [], []], ['10000', ['basic'], ['basic']], ['100000', ['enhanced'], ['enhanced']]),
    buy: sets(['0', [], []], ['10000', ['basic'], ['basic']], ['100000', ['enhanced'], ['enhanced']]),
    issue: sets(['0', []], ['10000', ['creator']]),
    cash_out: sets(['0', ['basic']]),
  },
  defi: {
    browse: sets(['0', []]),
    receive: sets(['0', []]),
    send: sets(['0', ['basic']]),
    buy: sets(['0', ['basic']]),
    issue: sets(['0', ['basic']]),
    cash_out: sets(['0', []]),
  },
  gaming: {
    browse: sets(['0', ['age-13']]),
    receive: sets(['0', [], ['age-13']]),
    send: sets(['0', ['age-18', 'basic'], ['age-18', 'basic']]),
    buy: sets(['0', ['age-21', 'enhanced']]),
    issue: sets(['0', ['enhanced']]),
    cash_out: sets(['0', ['age-18', 'basic']], ['1000', ['age-18', 'enhanced']]),
  },
}

export type EndState = 'revoked' | 'suspended' | 'superseded' | 'expired'
/** Why a credential ends or pauses. Only `publicText` leaves the house; `officerOnly` detail never does. */
export const REVOCATION_REASONS: Record<string, { state: EndState; revivable: boolean; officerOnly: boolean; publicText: string }> = {
  SANCTIONED: { state: 'revoked', revivable: false, officerOnly: true, publicText: 'revoked' },
  IDENTITY_FRAUD: { state: 'revoked', revivable: false, officerOnly: true, publicText: 'revoked' },
  DEATH: { state: 'revoked', revivable: false, officerOnly: false, publicText: 'revoked' },
  SUBJECT_REQUEST: { state: 'revoked', revivable: false, officerOnly: false, publicText: 'revoked' },
  KEY_COMPROMISE: { state: 'revoked', revivable: false, officerOnly: false, publicText: 'revoked' },
  UNDER_AGE: { state: 'revoked', revivable: false, officerOnly: false, publicText: 'revoked' },
  DUPLICATE: { state: 'superseded', revivable: false, officerOnly: false, publicText: 'superseded' },
  UPGRADED: { state: 'superseded', revivable: false, officerOnly: false, publicText: 'superseded' },
  REFRESH_OVERDUE: { state: 'suspended', revivable: true, officerOnly: false, publicText: 'suspended' },
  POSSIBLE_MATCH: { state: 'suspended', revivable: true, officerOnly: true, publicText: 'suspended' },
  DISPUTE: { state: 'suspended', revivable: true, officerOnly: false, publicText: 'suspended' },
  EXPIRED: { state: 'expired', revivable: false, officerOnly: false, publicText: 'expired' },
}
