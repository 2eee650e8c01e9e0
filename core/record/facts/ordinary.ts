import { rulesDay } from '#core/kernel/rules-day.ts'
import type { Json } from '#engine/canonical.ts'
import type { Facts } from './fact.ts'
import { MARKET_FACTS } from './of-markets.ts'
import { factAt } from './table.ts'

const DAY_MS = 86_400_000

/** What our own records, or a verification, ordinarily come to: only to find out what is asked besides, never to decide anything. */
const known = (now: number): Readonly<Record<string, Json>> => {
  const at = (ms: number) => new Date(now + ms).toISOString()
  const day = (ms: number) => rulesDay(now + ms)
  const year = new Date(now).getUTCFullYear()
  return {
    'issuer.verification': 'verified',
    'issuer.sanctions': { status: 'clear' },
    'issuer.sanctions.status': 'clear',
    'issuer.control_persons_screened': true,
    'issuer.last_fiscal_year_end': `${year - 1}-12-31`,
    'issuer.form_1k_filed_at': day(-DAY_MS),
    'issuer.last_half_year_end': `${year - 1}-06-30`,
    'issuer.form_1sa_filed_at': day(-DAY_MS),
    'offering.integration': [],
    'offering.parallel_506c': false,
    'offering.qualified_at': at(-7 * DAY_MS),
    'offering.filed_at': day(-30 * DAY_MS),
    'offering.covered_persons': [{ person_id: 'per_officer', questionnaire_at: day(0) }],
    'offering.security_class': 'equity',
    // The strictest one, which asks for all that the others do.
    'offering.reg_s_category': '3',
    'investor.identity_status': 'verified',
    'investor.documents_status': 'verified',
    'investor.credential': { state: 'active', issued_at: at(-DAY_MS), expires_at: at(90 * DAY_MS) },
    'investor.accreditation.status': 'accredited',
    'investor.accreditation.basis': 'net_worth',
    'investor.accreditation.method': 'third_party_letter',
    'investor.accreditation.letter': { verifier: 'attorney', good_standing: true, dated: day(0) },
    'investor.sanctions.owners_status': 'clear',
    'investor.control_persons_verified': true,
    'investor.affiliate_of_issuer': false,
    'investor.birth_date': '1980-01-01',
    'investor.annual_income': { amount: '1000000', currency: 'USD' },
    'investor.net_worth_without_home': { amount: '10000000', currency: 'USD' },
    'investor.revenue': { amount: '100000000', currency: 'USD' },
    'investor.net_assets': { amount: '100000000', currency: 'USD' },
    'investor.relationship_established_at': day(-365 * DAY_MS),
    'investor.circular_delivered_at': at(-3 * DAY_MS),
    'investor.reg_s_certificate': { hash: 'c'.repeat(64), signed_at: at(-3_600_000) },
    'investor.knowledgeable_employee': false,
    'investor.qp': {
      kind: 'natural',
      investments: { amount: '10000000', currency: 'USD' },
      formed_for_purchase: false,
      all_deciders_qualified: true,
    },
    'investment.accepted_terms': true,
    'investment.payment_method': 'wire',
    'investment.payer_person_id': 'per_investor',
    'investment.disclosure': { hash: 'a'.repeat(64), delivered_at: at(-3 * DAY_MS), level: 'tier2_audited' },
  }
}

/** The answer after which the rules ask for nothing more, by the facts about who buys; undefined where there is none. */
export function ordinaryAnswer(
  now: number,
  facts: { personId: string; place: string; agreement: string },
): (path: string) => Json | undefined {
  const answers: Record<string, Json> = {
    ...known(now),
    'investment.payer_person_id': facts.personId,
    'investment.agreement_sha256': facts.agreement,
    'investor.residence': facts.place,
    'investor.us_state': facts.place === 'US' ? 'TX' : 'none',
    'investment.offer_location': facts.place,
    'investment.to_location_at_order': facts.place,
    'investment.ip_country': facts.place,
  }
  return (path) => answers[path] ?? valueIn(path)
}

/** What a verification of a party ordinarily comes to, whichever side of a movement it stands on. */
const verifiedParty = (now: number): Readonly<Record<string, Json>> => ({
  kind: 'natural',
  control: 'signature',
  over_18: true,
  us_person: true,
  date_of_birth: '1980-01-01',
  birth_date: '1980-01-01',
  residence: 'US',
  us_state: 'TX',
  full_name: 'Somebody',
  places: [{ source: 'residence', country: 'US', proven: true }],
  ukraine_area: 'government',
  blocked_owners: [],
  blocked_control: [],
  holdings: [],
  verification: { status: 'verified' },
  credential: {
    levels: ['basic', 'enhanced', 'accredited'],
    state: 'active',
    issued_at: new Date(now - DAY_MS).toISOString(),
    expires_at: new Date(now + 90 * DAY_MS).toISOString(),
    control: 'signature',
    evidence: 'document',
    consent: 'none',
  },
})
const PARTIES = ['from', 'to', 'buyer', 'seller', 'subject', 'creator']

/** What a caller ordinarily says of a coin, a token and a movement. */
const said = (now: number): Readonly<Record<string, Json>> => ({
  'token.frameworks': [],
  'token.outstanding_usd': '100',
  'token.reserves': [{ type: 'cash', value: '1000', remaining_days: 0, encumbered: 'no' }],
  'token.reserves_at': new Date(now - 3_600_000).toISOString(),
  'token.issuer_class': 'federal',
  'token.state_waiver': false,
  'token.audited': true,
  'token.sec_reporting': false,
  'token.capabilities': ['freeze', 'seize', 'burn', 'block'],
  'token.foreign': false,
  'token.occ_registered': true,
  'token.comparable_regime': true,
  'token.order_capability': true,
  'token.us_reserves': true,
  'token.mica_class': 'emt',
  'token.mica_authorised': true,
  'token.eu_currency_peg': true,
  'token.quarter_transactions': 0,
  'token.quarter_eur': '0',
  'token.backing_bps': 11_000,
  'token.deposits_bps': 6_000,
  'token.significant': false,
  'token.recovery_plan_active': false,
  'tx.redemption_fee': '0',
  'tx.redemption_price': '1',
  'from.tax_form': 'w9',
  'from.source_of_earnings': true,
  'sale.source_of_funds': true,
  'sale.pep_media_checked_at': new Date(now - 3_600_000).toISOString(),
  'asset.is_art': false,
  'game.chance_element': false,
  'game.odds_published_on': rulesDay(now),
})

/** The same for a movement of value: a part of a whole that is known by its ordinary answer is a part of that. */
export function ordinaryOfTransaction(now: number): (path: string) => Json | undefined {
  const party = verifiedParty(now)
  const words = said(now)
  const securities = ordinaryAnswer(now, { personId: 'per_recipient', place: 'US', agreement: 'f'.repeat(64) })
  return (path) => {
    const [root = '', name = '', ...rest] = path.split('.')
    const word = within(words[`${root}.${name}`], rest)
    if (word !== undefined) return word
    if (PARTIES.includes(root)) return within(party[name], rest)
    return securities(path) ?? within((MARKET_FACTS as Readonly<Record<string, Facts>>)[root]?.[name]?.ordinary, rest)
  }
}

const within = (whole: Json | undefined, names: readonly string[]): Json | undefined =>
  names.reduce<Json | undefined>(
    (value, name) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, Json>)[name] : undefined,
    whole,
  )

/** The table's own ordinary answer, or the part of it that is asked for. */
function valueIn(path: string): Json | undefined {
  return within(factAt(path)?.fact.ordinary, path.split('.').slice(2))
}
