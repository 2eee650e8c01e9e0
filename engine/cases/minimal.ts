/**
 * The least facts under which each check allows a clean, basic subject. Whoever assembles facts for a check gives at least these;
 * "none", false and [] say that something is known to be absent. A key left out makes the decision ask for it.
 *
 * These are read only once a rule is in doubt, and should be given too: `screening.available` (a stale screen), `tenant.cdd_regime`
 * (an exposed person, owners), `request.moves_value` and `subject.opened_on` (identity pending), `subject.edd` (grey and high-risk
 * countries), `subject.eu_permit` (Russian and Belarusian nationals), `subject.ukraine_area`, `game.proven_tier` (no birth date),
 * `game.parent_consent` and `game.wallet_action` (children), `game.evidence` and `game.evidence_on` (production),
 * `tx.beneficiary`, `tx.from_wallet` (any history), `tx.local_amounts` and `fx` (other currencies), `tenant.business_day` (cash),
 * `tenant.us_bsa_type` (a suspicion), `defi.amount` and `defi.sum_24h` (swap, supply, borrow), `defi.loan` (borrow), `defi.uk` (residents of the United Kingdom).
 */
import type { Json } from '../canonical.ts'
import type { Facts } from '../facts.ts'
import { VOUCHED } from './vouched.ts'

type Room = { readonly [key: string]: Json }

const LISTS = [{ source: 'sandbox_sample', version: '7', loaded_at: '2026-11-21T12:00:00Z' }]
const head = { as_of: '2026-11-21T17:00:00Z', lists: LISTS, sources: VOUCHED }

/** What screening found about one party: nothing, on the list versions now loaded; exposure was not measured. */
const CLEAN_SCREEN: Json = {
  checked_at: '2026-11-21T16:59:00Z',
  lists: [{ source: 'sandbox_sample', version: '7' }],
  addresses: [],
  names: [],
  exposure: 'none',
}
const residence = (country: string): Json => [{ source: 'residence', country, region: 'none', proven: false }]
const BASIC: Json = { levels: ['basic'], state: 'active', expires_at: '2027-11-21T10:00:00Z' }

/** A natural person whose wallet is screened and clear. */
const person = (address: string, country: string, more: Room = {}): Room => ({
  kind: 'natural',
  address,
  places: residence(country),
  screen: CLEAN_SCREEN,
  pep: 'none',
  ...more,
})
/** A bare wallet: nobody behind it is known. */
const wallet = (address: string, more: Room = {}): Room => ({ kind: 'wallet', address, places: [], screen: CLEAN_SCREEN, ...more })

const W = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'
const V = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000001'

/** Basic verification of a wallet by name, birth date and country. */
export const WALLET_VERIFY: Facts = {
  check: 'wallet.verify',
  ...head,
  request: { level: 'basic', market: 'any' },
  tenant: { data_budgets: [], sanctions_nexus: ['US', 'UN'] },
  subject: person(W, 'US', {
    full_name: 'Ada Example',
    date_of_birth: '1990-05-17',
    pep: 'none',
    media: 'none',
    verification: { status: 'verified', level: 'basic' },
  }),
}

/** Enhanced verification of a natural person: a full identification file. */
export const WALLET_VERIFY_ENHANCED: Facts = {
  ...WALLET_VERIFY,
  request: { level: 'enhanced', market: 'any' },
  subject: {
    ...(WALLET_VERIFY.subject as Room),
    us_person: true,
    address_record: { line: '1 Main Street', country: 'US', kind: 'street' },
    id_number: { type: 'ssn', country: 'US' },
    verification: { status: 'verified', level: 'enhanced', method: 'document' },
    document: { expires_on: '2030-01-01', verified_on: '2026-11-20' },
    comparison: { name_score: 10_000, dob_equal: true, country_equal: true },
    notice_shown_at: '2026-11-20T10:00:00Z',
    collected_at: '2026-11-20T10:00:01Z',
  },
}

/** Screening of a wallet alone. */
export const SANCTIONS_CHECK: Facts = {
  check: 'sanctions.check',
  ...head,
  tenant: { data_budgets: [], sanctions_nexus: ['US', 'UN'] },
  subject: wallet(W),
}

/** Screening of a company by name, owners not asked. */
export const SANCTIONS_CHECK_COMPANY: Facts = {
  ...SANCTIONS_CHECK,
  subject: { ...wallet('none'), kind: 'entity', holdings: 'none' },
}

/** An NFT creator with three links in the sandbox. */
export const NFT_CREATOR: Facts = {
  check: 'nft.creator',
  ...head,
  tenant: { data_budgets: [], markets_used: 'none', sanctions_nexus: ['US', 'UN'] },
  creator: person(W, 'US', {
    links: [{ name: 'twitter', found: false, fetched_at: 'none' }],
    profile: {
      links: 3,
      linksProven: 0,
      production: false,
      credential: 'basic',
      walletAgeDays: 'none',
      country: 'other',
      possibleMatch: false,
      nameSimilarity: 'none',
      takedowns365d: 0,
      washAlerts90d: 0,
      exposureBps: 'none',
      rejectedIn365d: false,
      sanctionsHit: false,
      hasName: true,
      enhancedScreening: true,
    },
  }),
}

/** A sale below 10,000 USD between two wallets without credentials. */
export const NFT_SALE: Facts = {
  check: 'nft.sale',
  ...head,
  tenant: { data_budgets: [], markets_used: 'none', sanctions_nexus: ['US', 'UN'], art_trader: false },
  sale: { total: { amount: '9999.99', currency: 'USD' }, linked: [], same_person: false, wash: 'none' },
  asset: { us_class: 'unknown', checklist: 'not_requested' },
  creator: wallet(W),
  seller: wallet(W),
  buyer: wallet(V),
}

/** The facts a sale needs besides from 10,000 USD. */
export const NFT_SALE_10K: Facts = {
  ...NFT_SALE,
  environment: 'sandbox',
  sale: { ...(NFT_SALE.sale as Room), total: { amount: '10000.00', currency: 'USD' } },
  creator: { ...wallet(W), tier: 'basic', score: 35 },
  seller: { ...wallet(W), is_creator: true },
  buyer: { ...wallet(V), credential: BASIC, control: 'asserted' },
}

/** A basic wallet asks for access to a protocol. */
export const DEFI_ACCESS: Facts = {
  check: 'defi.access',
  ...head,
  environment: 'sandbox',
  tenant: { data_budgets: [], markets_used: 'none', sanctions_nexus: ['US', 'UN'] },
  defi: {
    action: 'access',
    min_level: 'default',
    risk: 0,
    accredited_until: 'none',
    qualified_institution: false,
    geo_block: [],
    contract_matches: [],
    pool: 'none',
    permit_seconds: 'none',
  },
  subject: person(W, 'US', { credential: BASIC, control: 'asserted', over_18: true, us_person: true }),
}

/** A player in the United States, 18+, by a stated birth date, in the sandbox. */
export const GAMING_AGE: Facts = {
  check: 'gaming.age',
  ...head,
  environment: 'sandbox',
  tenant: { data_budgets: [], markets_used: 'none', sanctions_nexus: ['US', 'UN'], game_blocklist: [] },
  subject: person(W, 'US', { date_of_birth: '2000-01-01' }),
  game: {
    activity: 'general',
    jurisdiction: 'US',
    today: '2026-11-21',
    required_tier: '18+',
    birth_date_comparison: 'one_source',
    ip_place: 'none',
    loot_boxes: false,
  },
}

const QUIET_RISK: Json = {
  countryPoints: 0,
  basicAbove1000: false,
  walletAgeDays: 'none',
  mixerWithin2Hops24h: false,
  exposureHold: false,
  structuring: false,
  fanPattern: false,
  spike: false,
  washScore: 0,
  roundAmountToNewCounterparty: false,
}
function without<T extends { readonly [key: string]: unknown }>(room: T, ...keys: string[]): T {
  return Object.fromEntries(Object.entries(room).filter(([key]) => !keys.includes(key))) as T
}
const usd = (amount: string): Json => ({ amount, currency: 'USD' })

/** 500 dollars in a stablecoin from one basic holder to another, one provider on both sides. */
export const PAYMENT: Facts = {
  check: 'payment',
  ...head,
  tenant: { data_budgets: [], large_value_usd: 'none', markets_used: 'none', sanctions_nexus: ['US', 'UN'], serves_eu: false },
  tx: {
    market: 'stablecoins',
    type: 'transfer',
    direction: 'outbound',
    amount: usd('500'),
    purpose: 'unknown',
    risk: QUIET_RISK,
    travel: {
      seats: ['US'],
      self_hosted: 'none',
      lei_known: false,
      message: 'none',
      has_account: true,
      verified_by_bank: false,
      vasp: 'none',
      endpoint: 'none',
    },
  },
  orders: [],
  history: {
    sum_24h: usd('0'),
    sum_30d: usd('0'),
    count_24h: 0,
    count: 0,
    counterparty_first_at: '2026-01-01T00:00:00Z',
    mean_daily_30d: usd('0'),
    linked: [],
    transfers: [],
    cluster_transfers: [],
    incoming: [],
    outgoing: [],
    cash: [],
    vouchers: [],
  },
  from: person(V, 'US', { credential: BASIC }),
  to: person(W, 'US', { credential: BASIC }),
}

/** The facts a cash-out of a game needs instead. */
export const CASH_OUT: Facts = {
  ...PAYMENT,
  tx: { ...without(PAYMENT.tx as Room, 'purpose'), market: 'gaming', type: 'cash_out' },
  game: { jurisdiction: 'GB', wallets_24h: 1, long_session_days: 0, earning_multiple: 1 },
  history: { ...(PAYMENT.history as Room), cash_out_30d: usd('0'), prizes_year: usd('0') },
  from: person(V, 'GB', { credential: BASIC, over_18: true }),
  to: { kind: 'absent' },
}

/** Another market relies on a basic credential with the holder's consent. */
export const CREDENTIAL_USE: Facts = {
  check: 'credential.use',
  ...head,
  tenant: { data_budgets: [], sanctions_nexus: ['US', 'UN'], us_bsa_type: 'none', casp_auth: false },
  request: { levels: ['basic'], response_fields: ['outcome', 'level'], data_duty: 'none' },
  subject: person(W, 'US', {
    changes: [],
    risk_band: 'low',
    identity_checked_on: '2026-11-01',
    consent: { levels: ['basic'], given_at: '2026-11-01T00:00:00Z', expires_at: '2027-11-01T00:00:00Z', withdrawn_at: 'none' },
    credential: { ...(BASIC as Room), issued_at: '2026-11-01T10:00:00Z', issued_by_tenant: false },
  }),
}

/** The officer's daily look, with nothing to do. */
export const MONITORING: Facts = {
  check: 'monitoring',
  as_of: head.as_of,
  history: { cash: [], vouchers: [] },
  case: {
    block: 'none',
    erasure: 'none',
    erasure_request: 'none',
    suspicion: 'none',
    redemption: 'none',
    publication: 'none',
    token_metrics: 'none',
    processing: 'none',
  },
}

/** A month's reserves of a payment stablecoin, stated as of its end: judged like a mint of nothing at that moment. */
export const RESERVE_STATEMENT: Facts = {
  check: 'reserve.statement',
  as_of: '2026-10-31T23:59:59Z',
  tenant: { genius_early: true },
  tx: { market: 'stablecoins', type: 'mint', amount: { amount: '0', currency: 'USD' } },
  token: {
    frameworks: ['genius'],
    outstanding_usd: '100',
    reserves: [{ type: 'cash', value: '100', remaining_days: 0, encumbered: 'no' }],
    reserves_at: '2026-10-31T23:59:59Z',
    report: { period: '2026-10', published_on: '2026-11-20', examined: true, certified_by: ['ceo', 'cfo'] },
  },
}

export const MINIMAL: Readonly<Record<string, Facts>> = {
  WALLET_VERIFY,
  WALLET_VERIFY_ENHANCED,
  SANCTIONS_CHECK,
  SANCTIONS_CHECK_COMPANY,
  NFT_CREATOR,
  NFT_SALE,
  NFT_SALE_10K,
  DEFI_ACCESS,
  GAMING_AGE,
  PAYMENT,
  CASH_OUT,
  CREDENTIAL_USE,
  MONITORING,
  RESERVE_STATEMENT,
}
