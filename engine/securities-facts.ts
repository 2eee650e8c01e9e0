// Facts that many securities rules share. A path is written once, here.
import { derive, fact } from './facts.ts'
import { inUnitedStates } from './tables/us-states.ts'

export const REGULATIONS = ['reg_d_506b', 'reg_d_506c', 'reg_a_tier1', 'reg_a_tier2', 'reg_s'] as const
export type Regulation = (typeof REGULATIONS)[number]

export const is506 = (regulation: Regulation) => regulation === 'reg_d_506b' || regulation === 'reg_d_506c'
export const isRegA = (regulation: Regulation) => regulation === 'reg_a_tier1' || regulation === 'reg_a_tier2'

export const offeringFacts = {
  regulation: fact.oneOf('offering.regulation', REGULATIONS),
  securityClass: fact.oneOf('offering.security_class', ['equity', 'debt', 'fund_interest']),
  price: fact.usd('offering.price'),
  maximumRaise: fact.usd('offering.maximum_raise'),
  commencedAt: fact.orNone(fact.day('offering.commenced_at')),
  closingAt: fact.orNone(fact.day('offering.closing_at')),
  qualifiedAt: fact.orNone(fact.instant('offering.qualified_at')),
  category: fact.oneOf('offering.reg_s_category', ['1', '2', '3', 'none']),
}

export const issuerFacts = {
  id: fact.text('issuer.id'),
  domicile: fact.country('issuer.domicile'),
  reporting: fact.bool('issuer.exchange_act_reporting'),
  reportingSince: fact.orNone(fact.day('issuer.reporting_since')),
  reportsCurrent: fact.bool('issuer.reports_current'),
  publicInformation: fact.bool('issuer.public_information'),
  shell: fact.oneOf('issuer.shell', ['never', 'former', 'current']),
  form10At: fact.orNone(fact.day('issuer.form10_info_at')),
  icaStatus: fact.oneOf('issuer.ica_status', ['operating', '3c1', '3c7', '3c1_qvc', 'registered', 'other']),
  outstanding: fact.units('issuer.outstanding_units'),
}

/** The person who acquires: the investor in a primary sale, the recipient of a transfer. */
export const acquirerFacts = {
  person: fact.text('acquirer.person_id'),
  kind: fact.oneOf('acquirer.kind', ['natural', 'entity']),
  residence: fact.country('acquirer.residence'),
  usState: fact.text('acquirer.us_state'),
  accredited: fact.oneOf('acquirer.accreditation.status', ['accredited', 'not_accredited', 'pending']),
  usPerson: fact.bool('acquirer.us_person'),
  balance: fact.units('acquirer.balance'),
}

/** By what somebody is said to be accredited; `none` when nothing is claimed. Another word is unknown, and every test asks. */
export const ACCREDITATION_BASES = [
  'none',
  'income',
  'net_worth',
  'license',
  'insider',
  'knowledgeable_employee',
  'trust',
  'entity_assets',
  'entity_investments',
  'institution',
  'family_office',
  'all_owners',
] as const
export const accreditationBasis = fact.oneOf('investor.accreditation.basis', ACCREDITATION_BASES)

export const senderFacts = {
  person: fact.text('from.person_id'),
  balance: fact.units('from.balance'),
  affiliate: fact.bool('from.affiliate_of_issuer'),
  affiliateLately: fact.bool('from.affiliate_last_3_months'),
}

/** Reporting as Regulation S means it: bound to report, and every report of the last twelve months filed (17 CFR 230.902(i)). */
export const reportingIssuer = derive(
  'reporting issuer',
  { bound: issuerFacts.reporting, current: issuerFacts.reportsCurrent },
  (f) => f.bound && f.current,
)

/** True for who says so and for who lives, or has a seat, in the United States: a word does not undo an address (17 CFR 230.902(k)). */
export const buyerIsUs = derive(
  'buyer in the United States',
  { said: fact.bool('to.us_person'), residence: fact.country('to.residence') },
  (f) => f.said || inUnitedStates(f.residence),
)

export const dealFacts = {
  quantity: fact.units('deal.quantity'),
  /** What kind of transfer it is: the ordinary ones, and those that only a person with a document may order. */
  transferKind: fact.oneOf('transfer.kind', [
    'transfer',
    'trade',
    'court_order',
    'estate',
    'death',
    'divorce',
    'issuer_repurchase',
    'forced',
  ]),
}

/** False when both wallets belong to one person: then no resale takes place, and lots keep their clocks. */
export const ownerChanges = derive(
  'change of owner',
  { from: fact.text('from.person_id'), to: fact.text('to.person_id') },
  (f) => f.from !== f.to,
)
