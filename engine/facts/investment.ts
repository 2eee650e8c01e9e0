import { k } from '../facts.ts'
import { entry } from './entry.ts'

export const INVESTMENT_VOCABULARY = {
  'deal.gift_or_estate_of_one_owner': entry(k.bool, 'whether the units come from one owner by gift or estate', ['measured']),
  'deal.paid_in_full_at': entry(k.orNone(k.day), 'when the units were paid in full', ['measured']),
  'deal.quantity': entry(k.units, 'the number of units', ['stated']),
  'investment.accepted_terms': entry(k.bool, 'whether the investor accepted the terms', ['stated']),
  'investment.agreement_sha256': entry(k.sha256, 'the signed subscription agreement', ['stated']),
  'investment.amount': entry(k.usd, 'the amount invested', ['stated']),
  'investment.disclosure': entry(
    k.orNone(k.record({ hash: k.sha256, delivered_at: k.pastInstant, level: k.oneOf(['tier1', 'tier2_audited', 'exchange_act']) })),
    'the disclosure given to the investor',
    ['stated'],
  ),
  'investment.ip_country': entry(k.country, 'the country of the investor’s network address', ['stated']),
  'investment.issued': entry(k.bool, 'whether the units are issued', ['measured']),
  'investment.offer_location': entry(k.country, 'where the offer was made', ['stated']),
  'investment.own_account_representation': entry(k.bool, 'the investor’s word to buy for own account', ['stated']),
  'investment.payer_person_id': entry(k.text, 'who pays', ['stated']),
  'investment.payment_method': entry(k.oneOf(['card', 'ach', 'wire', 'crypto']), 'how the investor pays', ['stated']),
  'investment.quantity': entry(k.units, 'the number of units', ['stated']),
  'investment.status': entry(k.oneOf(['pending', 'accepted', 'rejected', 'cancelled', 'refunded']), 'the state of the investment', [
    'measured',
  ]),
  'investment.to_location_at_order': entry(k.country, 'where the investor was when the order was given', ['stated']),
  'investment.vpn': entry(k.bool, 'whether the investor’s network address is hidden', ['stated']),
} as const
