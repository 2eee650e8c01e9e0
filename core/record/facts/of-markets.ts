import { RESERVE_TYPES } from '#engine/calculations/reserves.ts'
import { derived, type Facts, given, stated, unless, unmeasured } from './fact.ts'
import {
  bool,
  bps,
  country,
  decimal,
  int,
  list,
  oneOf,
  orNone,
  part,
  pastDay,
  pastInstant,
  rate,
  record,
  sha256,
  signedDecimal,
  signedInt,
  text,
  words,
} from './kinds.ts'
import { QUALIFIED_PURCHASER, TRANSFEREE_FACTS } from './of-sale.ts'

const screening = derived('The screening made at the decision, on the lists then in force.')

/** What the rules read of a party, whichever side of a market it stands on. */
const PARTY: Facts = {
  kind: derived('Whether a person, an entity or nobody stands behind the wallet.', 'POST /v1/wallets/verify'),
  person_id: derived('The person whom the wallet is bound to.', 'POST /v1/wallets/verify'),
  address: given('The wallet of the call.', 'from_address, to_address or wallet_address'),
  control: derived('Whether the wallet signed a challenge.', 'POST /v1/wallets/challenge, then wallet_signature'),
  verification: derived('What evidence shows of who they are.', 'POST /v1/identity/sessions with wallet_address'),
  credential: derived('The credential of the wallet, and its state today.', 'POST /v1/wallets/verify'),
  consent: derived(
    'The consent that the person gave to rely on the check of another, for a year.',
    'an invitation to an offering, which they accept',
  ),
  identity_checked_on: derived('The day of the check that the credential rests on.', 'POST /v1/wallets/verify'),
  changes: derived('What changed of the person since that check: a material change suspends the credential.', 'POST /v1/wallets/verify'),
  risk_band: derived('The published points of the person: places, offices, screening.'),
  over_18: derived('The birth date of the record.', 'POST /v1/wallets/verify with kyc_data.date_of_birth'),
  us_person: derived('Whether they live in the United States, by their record.', 'POST /v1/wallets/verify with kyc_data.country'),
  date_of_birth: derived('The birth date of the record, or of the call where a market asks for it.', 'date_of_birth'),
  places: derived('The countries and regions of the record, and of the data of a payment.', 'POST /v1/wallets/verify with kyc_data.region'),
  ukraine_area: derived('Who holds the place, by the record.', 'POST /v1/wallets/verify with kyc_data.ukraine_area'),
  screen: screening,
  pep: derived('The screening made at the decision, with the approved file of due diligence.', 'POST /v1/due-diligence'),
  edd: derived('The newest file of enhanced due diligence.', 'POST /v1/due-diligence'),
  blocked_owners: screening,
  blocked_control: screening,
  holdings: derived('The owners in the record of an entity.', 'POST /v1/investors/{id}/verify with identity.owners'),
  eu_permit: derived('An approved file on a residence permit.', 'POST /v1/due-diligence with covers eu_permit'),
  is_creator: derived('Whether the wallet is that of the verified creator.', 'POST /v1/nfts/verify-creator'),
}

const YES_NO = oneOf('yes', 'no', 'unknown')
const HOWEY = Object.fromEntries(
  'price pooled fractionalised fortunes_tied revenue_share buyback profit_marketing staking sold_in_bulk roadmap_promises managed_treasury'
    .split(' ')
    .map((name) => [name, YES_NO]),
)

const reserve = record({
  type: oneOf(...(RESERVE_TYPES as readonly string[] as [string, ...string[]])),
  value: signedDecimal,
  remaining_days: signedInt,
  encumbered: oneOf('no', 'repo_liquidity', 'yes', 'unknown'),
})

/** What the rules read of a payment stablecoin: the word of its issuer or seller, and the statements published here. */
const COIN: Facts = {
  frameworks: stated('issuer', words('genius', 'mica'), 'Which laws on stablecoins are about the coin; an empty list for neither.'),
  outstanding_usd: stated('issuer', decimal, 'Coins outstanding in US dollars; of the newest reserve statement while you do not say.'),
  reserves: stated('issuer', list(reserve), 'The reserve at one moment; of the newest reserve statement while you do not say.'),
  reserves_at: stated('issuer', pastInstant, 'Of which moment the reserve is.'),
  report: derived('The newest reserve statement of the coin published here.', 'POST /v1/stablecoins/reserve-statements'),
  issuer_class: stated(
    'issuer',
    oneOf('bank_subsidiary', 'federal', 'state', 'none'),
    'As what the issuer is permitted under the GENIUS Act.',
  ),
  state_waiver: stated('issuer', bool, 'Whether an issuer of a state holds a waiver above ten billion dollars.'),
  audited: stated('issuer', bool, 'Whether the yearly statements of the issuer are audited.'),
  sec_reporting: stated('issuer', bool, 'Whether the issuer reports to the SEC.'),
  capabilities: stated('issuer', words('freeze', 'seize', 'burn', 'block'), 'Which lawful orders the contract of the coin can carry out.'),
  foreign: stated('issuer', bool, 'Whether the issuer is outside of the United States.'),
  occ_registered: stated('issuer', bool, 'Whether a foreign issuer is registered with the OCC.'),
  comparable_regime: stated('issuer', bool, 'Whether the home regime of a foreign issuer was found comparable.'),
  order_capability: stated('issuer', bool, 'Whether a foreign issuer can obey lawful orders of the United States.'),
  us_reserves: stated('issuer', bool, 'Whether a foreign issuer holds reserves in the United States.'),
  mica_class: stated('issuer', oneOf('emt', 'art', 'other'), 'What the coin is under MiCA.'),
  mica_authorised: stated('issuer', bool, 'Whether the issuer is authorised in the European Union.'),
  eu_currency_peg: stated('issuer', bool, 'Whether the coin refers to a currency of the European Union.'),
  quarter_transactions: stated('issuer', int, 'Transactions a day as a means of exchange, the mean of the quarter.'),
  quarter_eur: stated('issuer', decimal, 'Their value a day in euros, the mean of the quarter.'),
  backing_bps: stated('issuer', int, 'Market value of the reserve over what is outstanding after the mint, in basis points.'),
  deposits_bps: stated('issuer', bps, 'Share of the reserve held as deposits with banks.'),
  significant: stated('issuer', bool, 'Whether the coin was classed as significant.'),
  recovery_plan_active: stated('issuer', bool, 'Whether the recovery plan of the issuer is in use.'),
}

/** What an organisation says of itself: in production nothing is assumed. */
const OWN_WORD = Object.fromEntries(
  ['game_blocklist', 'us_bsa_type', 'cdd_regime', 'casp_auth', 'serves_eu', 'licences', 'art_trader'].map((name) => [
    name,
    derived('What your organisation stated of itself.', `PATCH /v1/tenant-facts with facts.${name}`),
  ]),
) satisfies Facts

/** Every fact that rules of the markets read, by the object they read it from, and who decides what it is. */
export const MARKET_FACTS = {
  from: {
    ...PARTY,
    tax_form: stated('parties', oneOf('none', 'w9', 'w8'), 'Which tax form the player gave you.'),
    source_of_earnings: stated('parties', bool, 'Whether you established where the earnings of the player come from.'),
  },
  to: { ...PARTY, ...TRANSFEREE_FACTS },
  buyer: PARTY,
  seller: PARTY,
  subject: PARTY,
  creator: {
    ...PARTY,
    tier: derived('What the verification of the creator came to, worked out again at each sale.', 'POST /v1/nfts/verify-creator'),
    score: derived('The published score of the creator.', 'POST /v1/nfts/verify-creator'),
    profile: derived('What the score is made of.', 'POST /v1/nfts/verify-creator'),
    links: given('The links of the call; nobody fetches them.', 'social_links'),
  },
  tx: {
    amount: given('The field amount.', 'amount'),
    market: given('What moves decides it.', 'currency, asset or offering_id'),
    type: given('The type of the transaction, and whether it has both sides.', 'type'),
    direction: unless(
      'parties',
      oneOf('outbound', 'inbound'),
      'Whether you send the payment or it arrives at you; while you do not say, you send it.',
      'outbound',
    ),
    from_wallet: given('The field from_address.', 'from_address'),
    beneficiary: derived('The person behind to_address, else the address.', 'to_address'),
    risk: derived('The published score, from the payments recorded here.'),
    travel: {
      ...derived('The data of the parties, the wallets and what the counterparty answered.', 'originator and beneficiary'),
      ordinary: { seats: ['US'] },
    },
    local_amounts: unless(
      'parties',
      list(record({ currency: text, amount: decimal }), 20),
      'The amount in currencies whose thresholds the travel rule of a place names, such as SGD.',
      [],
    ),
    purpose: unless('parties', oneOf('payment', 'exchange', 'other', 'unknown'), 'What the payment is for.', 'unknown'),
    redemption_fee: stated('issuer', decimal, 'What you charge for the redemption, in the currency of the coin.'),
    redemption_price: stated('issuer', decimal, 'What you pay for one coin, in its currency.'),
    reward: stated(
      'issuer',
      record({
        payer: oneOf('issuer', 'affiliate', 'third_party', 'casp'),
        basis: oneOf('holding', 'purchase', 'fee_rebate', 'balance_days'),
      }),
      'That the payment is a reward on a coin: who pays it, and for what.',
    ),
    lei_known: unless('parties', bool, 'Whether you know the legal entity identifier of a company that pays.', false),
    verified_by_bank: unless(
      'parties',
      bool,
      'Whether a bank of yours or of your group verified the originator of a payment without an account.',
      false,
    ),
    self_hosted_owner: stated(
      'parties',
      oneOf('own_customer', 'third_party'),
      'Whose the wallet is that its owner keeps; two wallets of one person are known here.',
    ),
    lawful_orders: unless(
      'issuer',
      list(record({ target: oneOf('from', 'to', 'token'), kind: oneOf('freeze', 'seize', 'block') }), 20),
      'Orders of courts and authorities in force against a party or the coin.',
      [],
    ),
    cash: unless(
      'parties',
      orNone(record({ direction: oneOf('in', 'out'), place: text, voucher: bool })),
      'Currency that you took in or paid out with the payment: where, and whether for a voucher of stored value.',
      'none',
    ),
  },
  history: derivedRooms(
    'The payments recorded here, over all wallets of the person.',
    'sum_24h sum_30d counterparty_sum_24h count_24h oldest_24h_at count counterparty_first_at mean_daily_30d linked transfers cluster_transfers cluster_linked incoming outgoing cash_out_30d prizes_year cash cash_identified vouchers',
    {},
  ),
  token: COIN,
  orders: {},
  sale: {
    total: given('The field amount.', 'amount'),
    linked: derived('The sales of a day recorded here: of one seller, or out of one collection, to one buyer.'),
    same_person: derived('Whether one person stands behind both wallets.'),
    wash: unmeasured('The trading of a token is not read from its chain.'),
    asked_at: derived('When this sale was first put to us; who decides it again later changes nothing about its price.'),
    rate: stated(
      'parties',
      record({ usd: rate, at: pastInstant, source: text }),
      'Of a price in what is neither dollars nor steady money: what one unit of it was worth in US dollars, at which moment of the five minutes before the sale, and who quotes it.',
    ),
    rate_at: derived('The moment of the rate that you state.', 'POST /v1/transactions with compliance_facts.sale.rate'),
    exposure_measured: derived('Whether flows of both sides with listed addresses were measured.'),
    officer_approved: derived('Two people who approve the transaction.', 'POST /v1/transactions/{id}/approve'),
    source_of_funds: stated('parties', bool, 'Whether you established where the money of the sale comes from.'),
    pep_media_checked_at: stated('parties', orNone(pastInstant), 'When you looked for political exposure and adverse media.'),
  },
  asset: {
    us_class: unless(
      'issuer',
      oneOf('digital_commodity', 'digital_collectible', 'digital_tool', 'stablecoin', 'digital_security', 'unknown'),
      'As what the token counts in the United States.',
      'unknown',
    ),
    checklist: unless('issuer', oneOf('requested', 'not_requested'), 'Whether the questions of Howey are to be judged.', 'not_requested'),
    howey: stated('issuer', part('howey', { ...HOWEY, answered_on: pastDay, terms_hash: sha256 }), 'Answers to the questions of Howey.'),
    terms_hash: stated('issuer', sha256, 'The terms of the collection as they are now.'),
    is_art: stated('issuer', bool, 'Whether the token is a work of art.'),
  },
  defi: {
    action: given('The field action.type.', 'action.type'),
    amount: given('The fields action.amount and action.currency.', 'action.amount'),
    sum_24h: derived('What the person moved in the market in a day, recorded here.'),
    risk: derived('The highest published score of the person’s payments of thirty days recorded here, or of who they are.'),
    accredited_until: derived('The credential of the wallet.', 'POST /v1/investors/verify'),
    qualified_institution: derived('Whether an entity with a live accreditation stands behind the wallet.', 'POST /v1/investors/verify'),
    min_level: derived('The policy of the protocol.', 'POST /v1/protocols with min_level'),
    geo_block: derived('The policy of the protocol.', 'POST /v1/protocols with blocked_countries'),
    contract_matches: screening,
    permit_seconds: given('The field permit.ttl_seconds.', 'permit.ttl_seconds'),
    uk: given('The field uk_promotion.', 'uk_promotion'),
    vpn: stated('parties', bool, 'Whether the user hides where they are.'),
    knowledgeable_employee: unless(
      'issuer',
      bool,
      'Of a pool under section 3(c)(7): whether the user is a knowledgeable employee of it (Rule 3c-5).',
      false,
    ),
    qp: stated(
      'parties',
      QUALIFIED_PURCHASER,
      'Of a pool under section 3(c)(7): as what the user is a qualified purchaser (section 2(a)(51)), and their investments.',
    ),
    pool: unless(
      'issuer',
      orNone(
        record({
          pooled: bool,
          managed: bool,
          stablecoin: bool,
          payer: oneOf('issuer', 'casp', 'borrowers', 'protocol', 'unknown'),
          us_route: oneOf('none', 'registered', 'reg_d_506c', 'exempt_opinion'),
          accredited_only: bool,
          exemption: oneOf('none', '3c1', '3c7'),
          holders: int,
          already_holder: bool,
        }),
      ),
      'The pool that the action is about.',
      'none',
    ),
    coin_frameworks: stated(
      'issuer',
      words('genius', 'mica'),
      'Of a pool that holds payment stablecoins, whose issuer or a service provider pays the yield: which laws on stablecoins are about the coin; an empty list for neither.',
    ),
    loan: unless(
      'issuer',
      orNone(record({ purpose: oneOf('consumer', 'business'), natural: bool, state: orNone(text), collateral_bps: int })),
      'The loan that the action is about.',
      'none',
    ),
  },
  game: {
    activity: given('The field activity.', 'activity'),
    jurisdiction: given('The field jurisdiction; of a cash-out the country of the record.', 'jurisdiction'),
    today: derived('The calendar day of the place.'),
    proven_tier: derived('The birth date of the call or of the record.', 'date_of_birth'),
    reached_age: derived('The birth date of the call or of the record.', 'date_of_birth'),
    required_tier: given('The field required_age_tier.', 'required_age_tier'),
    evidence: derived('Whether a credential or only a word stands behind the birth date.', 'POST /v1/wallets/verify'),
    evidence_on: derived('The day of the credential.', 'POST /v1/wallets/verify'),
    birth_date_comparison: derived('The birth date of the call beside that of the record.'),
    self_excluded_until: derived('The register of self-exclusions kept here.', 'POST /v1/gaming/self-exclusions'),
    registers_readable: derived('The register of self-exclusions kept here; none of a state is asked.'),
    wallet_action: derived('A check by wallet is an act with a wallet.'),
    wallets_24h: derived('The cash-outs recorded here.'),
    ip_place: unless('parties', orNone(country), 'Country of the network address of the player.', 'none'),
    loot_boxes: unless('issuer', orNone(bool), 'Whether the game sells loot boxes.', 'none'),
    odds_published_on: stated('issuer', orNone(pastDay), 'When you last published the odds of the loot boxes.'),
    parent_consent: unless(
      'parties',
      orNone(record({ given_on: pastDay, verifiable: bool, third_party: bool })),
      'The consent of a parent that you hold.',
      'none',
    ),
    chance_element: stated('issuer', bool, 'Whether chance decides what the player earns.'),
    long_session_days: unless('issuer', orNone(int), 'Days in a row with sessions of more than sixteen hours.', 'none'),
    earning_multiple: unless('issuer', orNone(int), 'How many times the median player they earn.', 'none'),
  },
  tenant: {
    sanctions_nexus: derived(
      'The lists that are loaded, and whose law your organisation says binds it.',
      'PATCH /v1/tenant-facts with facts.nexus',
    ),
    data_budgets: derived('How old data may be in the decisions of your organisation.', 'PATCH /v1/tenant-facts with facts.data_budgets'),
    large_value_usd: derived(
      'The threshold of your organisation below that of the platform.',
      'PATCH /v1/tenant-facts with facts.large_value_usd',
    ),
    markets_used: derived('Which markets your organisation uses.', 'PATCH /v1/tenant-facts with facts.markets_used'),
    retention_years: derived(
      'For how many years your organisation keeps what a law has kept.',
      'PATCH /v1/tenant-facts with facts.retention_years',
    ),
    business_day: derived('The day of the decision in New York.'),
    ...OWN_WORD,
    genius_early: derived(
      'Who publishes reserve statements of the coin is held to the Act before it binds.',
      'POST /v1/stablecoins/reserve-statements',
    ),
  },
} as const satisfies Record<string, Facts>
export type MarketObject = keyof typeof MARKET_FACTS

function derivedRooms(means: string, names: string, none: Readonly<Record<string, string>>): Facts {
  return {
    ...Object.fromEntries(names.split(' ').map((name) => [name, derived(means)])),
    ...Object.fromEntries(Object.entries(none).map(([name, why]) => [name, unmeasured(why)])),
  }
}

/** What a caller may state with each kind of check; everything else of these objects is refused by name. */
export const READ_BY = {
  payment: ['tx', 'from', 'to', 'game', 'history', 'token', 'tenant'],
  'nft.sale': ['sale', 'asset', 'creator', 'seller', 'buyer', 'tenant'],
  'defi.access': ['defi', 'subject', 'tenant'],
  'gaming.age': ['game', 'subject', 'tenant'],
} as const satisfies Record<string, readonly MarketObject[]>

type Said = Readonly<Record<string, unknown>>

/** The stated facts of a check with what a record that says nothing of them says. */
export function withStated<F extends Record<string, unknown>>(check: keyof typeof READ_BY, facts: F, said: Said): F {
  const all: Record<string, unknown> = { ...facts }
  for (const object of READ_BY[check])
    for (const [name, fact] of Object.entries(MARKET_FACTS[object] as Facts)) {
      const value = said[`${object}.${name}`] ?? fact.unsaid
      if (fact.source === 'stated' && value !== undefined) all[object] = { ...(all[object] as object | undefined), [name]: value }
    }
  return all as F
}

/** The objects whose facts belong to these checks, each once. */
export const objectsOf = (checks: readonly (keyof typeof READ_BY)[]): Record<string, Facts> =>
  Object.fromEntries(checks.flatMap((check) => READ_BY[check].map((object) => [object, MARKET_FACTS[object] as Facts])))
