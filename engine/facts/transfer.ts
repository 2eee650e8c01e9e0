import { k } from '../facts.ts'
import { entry } from './entry.ts'
import { ROUTES } from './words.ts'

export const TRANSFER_VOCABULARY = {
  'transfer.broker': entry(k.orNone(k.oneOf(['broker', 'market_maker', 'riskless_principal'])), 'which broker handles the sale', [
    'stated',
  ]),
  'transfer.document_hash': entry(k.orNone(k.text), 'the document behind the transfer', ['stated']),
  'transfer.form_144_filed': entry(k.bool, 'whether Form 144 was filed', ['stated']),
  'transfer.kind': entry(
    k.oneOf(['transfer', 'trade', 'court_order', 'estate', 'death', 'divorce', 'issuer_repurchase', 'forced']),
    'what kind of transfer it is',
    ['stated'],
  ),
  'transfer.legal_basis': entry(k.orNone(k.text), 'the legal basis of the transfer', ['stated']),
  'transfer.lot_ids': entry(k.orNone(k.list(k.text)), 'which lots move', ['stated']),
  'transfer.notice_144a': entry(k.bool, 'whether the buyer was told of Rule 144A', ['stated']),
  'transfer.opinion_hash': entry(k.orNone(k.sha256), 'an opinion of counsel', ['stated']),
  'transfer.ordered_by': entry(k.text, 'who ordered the transfer', ['measured']),
  'transfer.prearranged_us_resale': entry(k.bool, 'whether a resale to the United States was arranged', ['stated']),
  'transfer.price': entry(k.usd, 'the price of the transfer', ['stated']),
  'transfer.quantity': entry(k.units, 'the number of units', ['stated']),
  'transfer.registration_effective_at': entry(k.orNone(k.instant), 'when the registration became effective', ['stated']),
  'transfer.representation': entry(k.orNone(k.record({ hash: k.sha256, signed_at: k.pastDay })), 'the buyer’s representation', ['stated']),
  'transfer.route': entry(k.oneOf(['any', ...ROUTES]), 'the resale route asked for', ['measured']),
  'transfer.sec_4a7': entry(
    k.record({
      general_solicitation: k.bool,
      seller_issuer_or_subsidiary: k.bool,
      seller_bad_actor: k.bool,
      unsold_allotment: k.bool,
      information_package: k.bool,
      issuer_in_business: k.bool,
      class_outstanding_since: k.pastDay,
    }),
    'the conditions of section 4(a)(7)',
    ['stated'],
  ),
  'transfer.second_person': entry(k.orNone(k.text), 'the second person who agreed', ['measured']),
  'transfer.spender': entry(k.orNone(k.text), 'who moves the units', ['stated']),
  'transfer.to_location_at_order': entry(k.country, 'where the buyer was when the order was given', ['stated']),
  'transfer.venue': entry(k.orNone(k.record({ id: k.text, registration: k.text, live: k.bool })), 'the venue of the trade', ['measured']),
} as const
