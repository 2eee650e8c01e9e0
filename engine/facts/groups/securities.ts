// Facts that many securities rules share. A path is written once, here.
import { derive, k } from '../../facts.ts'
import { inUnitedStates } from '../../tables/us-states.ts'
import { fact } from '../vocabulary.ts'
import type { Regulation } from '../words.ts'

export const is506 = (regulation: Regulation) => regulation === 'reg_d_506b' || regulation === 'reg_d_506c'
export const isRegA = (regulation: Regulation) => regulation === 'reg_a_tier1' || regulation === 'reg_a_tier2'

export const offeringFacts = {
  regulation: fact('offering.regulation'),
  securityClass: fact('offering.security_class', k.oneOf(['equity', 'debt', 'fund_interest'])),
  price: fact('offering.price'),
  maximumRaise: fact('offering.maximum_raise'),
  commencedAt: fact('offering.commenced_at'),
  closingAt: fact('offering.closing_at'),
  qualifiedAt: fact('offering.qualified_at'),
  category: fact('offering.reg_s_category'),
}

export const issuerFacts = {
  id: fact('issuer.id'),
  domicile: fact('issuer.domicile'),
  reporting: fact('issuer.exchange_act_reporting'),
  reportingSince: fact('issuer.reporting_since'),
  reportsCurrent: fact('issuer.reports_current'),
  publicInformation: fact('issuer.public_information'),
  shell: fact('issuer.shell'),
  form10At: fact('issuer.form10_info_at'),
  icaStatus: fact('issuer.ica_status', k.oneOf(['operating', '3c1', '3c7', '3c1_qvc', 'registered', 'other'])),
  outstanding: fact('issuer.outstanding_units'),
}

/** The person who acquires: the investor in a primary sale, the recipient of a transfer. */
export const acquirerFacts = {
  person: fact('acquirer.person_id'),
  kind: fact('acquirer.kind'),
  residence: fact('acquirer.residence'),
  usState: fact('acquirer.us_state', k.usState),
  accredited: fact('acquirer.accreditation.status'),
  balance: fact('acquirer.balance'),
}

export const accreditationBasis = fact('investor.accreditation.basis')

export const senderFacts = {
  person: fact('from.person_id', k.text),
  balance: fact('from.balance'),
  affiliate: fact('from.affiliate_of_issuer'),
  affiliateLately: fact('from.affiliate_last_3_months'),
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
  { said: fact('to.us_person'), residence: fact('to.residence') },
  (f) => f.said || inUnitedStates(f.residence),
)

export const dealFacts = {
  quantity: fact('deal.quantity'),
  /** What kind of transfer it is: the ordinary ones, and those that only a person with a document may order. */
  transferKind: fact('transfer.kind'),
}

/** False when both wallets belong to one person: then no resale takes place, and lots keep their clocks. */
export const ownerChanges = derive(
  'change of owner',
  { from: fact('from.person_id', k.text), to: fact('to.person_id') },
  (f) => f.from !== f.to,
)

/**
 * Whether units go back to the issuer: it is called so, and nobody else acquires them. What is called a repurchase and goes to a holder
 * is none.
 */
export const backToIssuer = derive(
  'units go back to the issuer',
  { kind: dealFacts.transferKind, from: fact('from.person_id', k.text), to: fact('to.person_id'), issuer: issuerFacts.id },
  (f) => f.kind === 'issuer_repurchase' && (f.to === f.from || f.to === f.issuer),
)
