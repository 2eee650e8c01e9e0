import { derived, type Facts, given, setting, stated, unless } from './fact.ts'
import {
  bool,
  country,
  instant,
  int,
  list,
  money,
  oneOf,
  orNone,
  pastDay,
  pastInstant,
  record,
  sha256,
  signedMoney,
  text,
} from './kinds.ts'

const US_PERSON = {
  organised_in_us: bool,
  estate_us_executor: bool,
  trust_us_trustee: bool,
  us_branch: bool,
  account_for_us_person: bool,
  us_fiduciary_discretion: bool,
  formed_by_us_persons: bool,
  owned_by_accredited_entities: bool,
  exclusion: oneOf('none', 'us_dealer_for_foreign', 'foreign_co_fiduciary', 'foreign_plan', 'foreign_branch', 'international_organisation'),
}
const NOT_A_US_PERSON = { ...Object.fromEntries(Object.keys(US_PERSON).map((name) => [name, false])), exclusion: 'none' }

/** The call that files an accreditation. */
export const ACCREDITED_BY = 'POST /v1/investors/{id}/accreditation'
const verify = (field: string) => `POST /v1/investors/{id}/verify with ${field}`
const invest = (field: string) => `POST /v1/investments, or its approval, with ${field}`

export const QUALIFIED_PURCHASER = record({
  kind: oneOf('natural', 'family_company', 'trust', 'other', 'qib', 'dealer', 'none'),
  investments: money,
  formed_for_purchase: bool,
  all_deciders_qualified: bool,
})

/** On what a seller may rely who believes a buyer to be a qualified institutional buyer: Rule 144A(d)(1). */
const QIB = record({
  type: oneOf('entity', 'dealer', 'bank'),
  investments: money,
  audited_net_worth: orNone(money),
  figure_dated: pastDay,
  foreign: bool,
  basis: oneOf('financial_statements', 'public_filing', 'securities_manual', 'officer_certificate'),
})

/** What the rules know of who takes units by transfer beside their record, stated with it by its whole name. */
export const TRANSFEREE_FACTS: Facts = {
  qib: stated(
    'parties',
    orNone(QIB),
    'Of an entity: whether the seller reasonably believes it a qualified institutional buyer, by the figure, its day and what it is from (Rule 144A(d)(1)). A natural person never is one.',
    'none',
  ),
  qp: stated('investor', QUALIFIED_PURCHASER, 'As what they are a qualified purchaser (section 2(a)(51)), and their investments.'),
  knowledgeable_employee: stated('issuer', bool, 'Whether they are a knowledgeable employee of the fund (Rule 3c-5).', false),
  fund_owner_count: stated('investor', orNone(int), 'Of an entity that is a fund: how many owners it has.', 'none'),
}

/** What the rules know of who buys, stated with a sale by its whole name. */
export const INVESTOR_FACTS: Facts = {
  person_id: derived('The person behind the investor.'),
  kind: derived('The type of the investor’s record.'),
  residence: derived('The country of the investor’s record.', verify('identity.country')),
  us_state: derived('The state in the address of the investor’s record.', verify('identity.state')),
  us_person: derived('Whether they live in the United States, by their record.', verify('identity.country')),
  birth_date: derived('The birth date of the investor’s record.', verify('identity.date_of_birth')),
  identity_status: derived('What the verification of the investor came to.', verify('identity')),
  documents_status: derived('What the review of the investor’s documents came to.', 'POST /v1/investors/{id}/verify with documents'),
  accreditation: derived('What a person confirmed of the accreditation file.', ACCREDITED_BY),
  credential: derived('The credential of the investor’s wallet.', 'POST /v1/wallets/verify'),
  consent_withdrawn: derived('Whether the investor withdrew their consent.'),
  sanctions: derived('The screening made at the decision, of an entity’s owners too.', verify('identity.owners')),
  affiliate_of_issuer: derived('What the issuer said of the investor’s record.', 'POST /v1/investors/{id}/verify with affiliation'),
  balance: derived('Units that they hold, or bought and were not issued.'),
  bought_in_offering: derived('Their investments recorded here.'),
  holds_offering: derived('Their investments recorded here.'),
  owners: derived('The owners in the entity’s record, and which of them are accredited investors of yours.', verify('identity.owners')),
  control_persons_verified: derived(
    'Whether everybody who controls the entity, by its record, is a verified investor of yours.',
    'POST /v1/investors/verify for each of them, by the name and birth date of identity.owners',
  ),
  annual_income: given('What they earn in a year, for the limit of Tier 2.', invest('annual_income')),
  net_worth_without_home: given('Their net worth without the home they live in, for the limit of Tier 2.', invest('net_worth')),
  places: derived('The countries of the investor’s record and documents.', verify('identity.country')),
  ukraine_area: derived('The region of the investor’s address.', verify('identity.state')),
  control: derived('Whether the wallet signed a challenge.', 'POST /v1/wallets/challenge, then wallet_signature'),
  custodial_account: stated('investor', bool, 'Of somebody under age: whether a custodian of age holds the units for them.', false),
  excluded_501e: setting(
    bool,
    'Whether Rule 501(e) leaves them out of the count of purchasers, as a relative in the home of one, or a trust or company of theirs. They count until the issuer says so.',
    false,
  ),
  knowledgeable_employee: stated('issuer', bool, 'Whether they are a knowledgeable employee of the fund (Rule 3c-5).'),
  qp: stated('investor', QUALIFIED_PURCHASER, 'As what they are a qualified purchaser (section 2(a)(51)), and their investments.'),
  revenue: stated('investor', money, 'Of an entity: its revenue in its last fiscal year, for the limit of Tier 2.'),
  net_assets: stated('investor', signedMoney, 'Of an entity: its net assets at the end of that year.'),
  formed_for_purchase: stated('investor', bool, 'Whether an entity was formed to buy these units.', false),
  fund_owner_count: stated('investor', orNone(int), 'Of an entity that is a fund: how many owners it has.', 'none'),
  generally_solicited: stated('issuer', bool, 'Whether they came through general solicitation.', false),
  relationship_established_at: stated('issuer', orNone(pastDay), 'Since when the issuer knows them, and what they can bear.', '2026-01-02'),
  sophistication: stated(
    'issuer',
    record({ kind: oneOf('self', 'representative', 'none'), issuer_belief_recorded: bool, representative_is_affiliate: bool }),
    'Whether they, or who represents them, can judge the investment, and that the issuer recorded why it believes so.',
    { kind: 'self', issuer_belief_recorded: true, representative_is_affiliate: false },
  ),
  circular_delivered_at: stated('issuer', orNone(pastInstant), 'When the offering circular was delivered.'),
  indicated_interest_before_qualification: stated('issuer', bool, 'Whether they said before qualification that they would buy.', false),
  reg_s_certificate: stated(
    'investor',
    record({ hash: sha256, signed_at: instant }),
    'Their certificate that they are no US person, or buy for none.',
  ),
  us_person_answers: stated(
    'investor',
    record(US_PERSON),
    'What they answered on Rule 902(k). An entity whose record has its seat or registration in the United States is organised there, whatever it answers.',
    NOT_A_US_PERSON,
  ),
}

const SOLD = 'POST /v1/investments, then POST /v1/tokens/issue with investment_id'

/** What the rules know of one sale, stated with it by its whole name. */
export const INVESTMENT_FACTS: Facts = {
  amount: given('The field amount, or the price of quantity.', 'amount'),
  quantity: given('The field quantity, or what the amount buys.', 'quantity'),
  payment_method: given('How the investor pays.', invest('payment_method')),
  agreement_sha256: given('Which subscription agreement the investor signed, by its SHA-256.', invest('agreement_sha256')),
  status: derived('What became of the investment here.', SOLD),
  issued: derived('Units of it that were issued here.', SOLD),
  accepted_terms: given('When the investor accepted the terms.', 'POST /v1/investors/{id}/verify with accepted_terms'),
  payer_person_id: derived('Who pays: say investment.paid_by_investor.', invest('compliance_facts.investment.paid_by_investor')),
  paid_in_full_at: derived('The day of the decision.'),
  gift_or_estate_of_one_owner: derived('A sale is no gift.'),
  own_account_representation: stated('investor', bool, 'Whether they said that they buy for their own account.', true),
  paid_by_investor: stated('investor', bool, 'Whether the money comes from the investor.', true),
  disclosure: stated(
    'issuer',
    orNone(record({ hash: sha256, delivered_at: pastInstant, level: oneOf('tier1', 'tier2_audited', 'exchange_act') })),
    'The disclosure document that they were given, and when.',
  ),
  offer_location: stated('parties', country, 'Where they were when the offer was made.'),
  to_location_at_order: stated('parties', country, 'Where they were when they ordered.'),
  ip_country: stated('parties', country, 'Country of the network address they ordered from.'),
  vpn: stated('parties', bool, 'Whether they ordered through a service that hides where they are.', false),
}

/** What the rules know of one transfer, stated with it by its whole name. */
export const TRANSFER_FACTS: Facts = {
  kind: given('The type of the transaction; without its holder units move by an act that two people decide.', 'type'),
  quantity: given('The field amount.', 'amount'),
  price: given('The price of the offering.'),
  venue: derived('The record that venue_id names, of the register of venues.', 'POST /v1/transactions with venue_id, of GET /v1/venues'),
  route: derived('The exemption that the rules find.'),
  lot_ids: unless(
    'parties',
    orNone(list(text, 100)),
    'Which lots of the wallet move, by their ids of GET /v1/holdings; the oldest first where none is named.',
    'none',
  ),
  broker: unless(
    'parties',
    orNone(
      record({
        capacity: oneOf('broker', 'market_maker', 'riskless_principal'),
        name: text,
        registration: text,
        confirmation_sha256: sha256,
      }),
    ),
    'The broker who handles the sale: as what, under which registration, and the SHA-256 of their confirmation. None where no broker does.',
    'none',
  ),
  gift_or_estate_of_one_owner: stated(
    'parties',
    bool,
    'Whether the units pass from one owner by gift or from their estate. A trade is neither; of an act that two people decide its ground says it.',
    false,
  ),
  registration_effective_at: derived(
    'The day that the issuer said of the offering.',
    'PATCH /v1/offerings/{id} with compliance_facts.registration_effective_at',
  ),
  legal_basis: derived('The ground of an act that two people decide.', 'POST /v1/holdings/force-transfer'),
  document_hash: derived('The document of such an act.', 'POST /v1/holdings/force-transfer'),
  ordered_by: derived('Who ordered such an act.', 'POST /v1/holdings/force-transfer'),
  second_person: derived('Who agreed to such an act.', 'POST /v1/holdings/acts/{id}/approve'),
  spender: given('The field spender_address.', 'spender_address'),
  prearranged_us_resale: stated('parties', bool, 'Whether a resale into the United States was agreed beforehand.', false),
  to_location_at_order: stated('parties', country, 'Where the buyer was when they ordered.'),
  representation: stated('parties', orNone(record({ hash: sha256, signed_at: pastDay })), 'What the buyer signed about how they buy.'),
  opinion_hash: unless('parties', orNone(sha256), 'An opinion of counsel that the resale is exempt. None where none is sent.', 'none'),
  notice_144a: stated('parties', bool, 'Whether the buyer was told that the seller relies on Rule 144A.', false),
  form_144_filed: stated('parties', bool, 'Whether Form 144 was filed.', false),
  sec_4a7: stated(
    'parties',
    record({
      general_solicitation: bool,
      seller_issuer_or_subsidiary: bool,
      seller_bad_actor: bool,
      unsold_allotment: bool,
      information_package: bool,
      issuer_in_business: bool,
    }),
    'What section 4(a)(7) asks of a resale. Since when the class is outstanding is known.',
  ),
}
