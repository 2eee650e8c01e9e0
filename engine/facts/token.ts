import { RESERVE_TYPES } from '../calculations/reserves.ts'
import { k } from '../facts.ts'
import { entry } from './entry.ts'
import { FRAMEWORKS } from './words.ts'

export const TOKEN_VOCABULARY = {
  'token.audited': entry(k.bool, 'whether the issuer’s statements are audited', ['stated']),
  'token.backing_bps': entry(k.int, 'how much of the outstanding tokens the reserve covers', ['stated']),
  'token.capabilities': entry(k.list(k.oneOf(['freeze', 'seize', 'burn', 'block'])), 'which lawful orders the token can carry out', [
    'stated',
  ]),
  'token.comparable_regime': entry(k.bool, 'whether the issuer’s home regime is comparable', ['stated']),
  'token.deposits_bps': entry(k.bps, 'the share of the reserve in bank deposits', ['stated']),
  'token.divisible': entry(k.bool, 'whether the token is divisible', ['stated']),
  'token.eu_currency_peg': entry(k.bool, 'whether the token refers to a currency of the European Union', ['stated']),
  'token.foreign': entry(k.bool, 'whether the issuer is foreign', ['stated']),
  'token.frameworks': entry(k.list(k.oneOf(FRAMEWORKS)), 'which stablecoin law is about the token', ['stated']),
  'token.fungible_with_listed': entry(k.bool, 'whether the token is fungible with a listed security', ['stated']),
  'token.issuer_class': entry(k.oneOf(['bank_subsidiary', 'federal', 'state', 'none']), 'what kind of stablecoin issuer it is', ['stated']),
  'token.legend_ids': entry(k.list(k.text), 'the legends of the token', ['stated']),
  'token.linked_offering_ids': entry(k.list(k.text), 'the offerings linked to the token', ['measured']),
  'token.mica_authorised': entry(k.bool, 'whether the issuer is authorised in the European Union', ['stated']),
  'token.mica_class': entry(k.oneOf(['emt', 'art', 'other']), 'what kind of token it is in the European Union', ['stated']),
  'token.occ_registered': entry(k.bool, 'whether the issuer is registered with the OCC', ['stated']),
  'token.offering_id': entry(k.text, 'the token’s offering', ['stated']),
  'token.order_capability': entry(k.bool, 'whether the issuer can obey lawful orders', ['stated']),
  'token.outstanding_usd': entry(k.decimal, 'the tokens outstanding in US dollars', ['measured', 'stated']),
  'token.quarter_eur': entry(k.decimal, 'the token’s daily value in euro over the quarter', ['stated']),
  'token.quarter_transactions': entry(k.int, 'the token’s daily transactions over the quarter', ['stated']),
  'token.recovery_plan_active': entry(k.bool, 'whether the issuer’s recovery plan is active', ['stated']),
  'token.report': entry(
    k.record({ period: k.text, published_on: k.orNone(k.day), examined: k.bool, certified_by: k.list(k.text) }),
    'the monthly report on the reserve',
    ['measured'],
  ),
  'token.reserves': entry(
    k.list(
      k.record({
        type: k.oneOf(RESERVE_TYPES),
        value: k.signedDecimal,
        remaining_days: k.signedInt,
        encumbered: k.oneOf(['no', 'repo_liquidity', 'yes', 'unknown']),
      }),
    ),
    'the reserve assets of the token',
    ['measured', 'stated'],
  ),
  'token.reserves_at': entry(k.pastInstant, 'the time of the reserve statement', ['measured', 'stated']),
  'token.sec_reporting': entry(k.bool, 'whether the issuer reports to the SEC', ['stated']),
  'token.significant': entry(k.bool, 'whether the token is significant', ['stated']),
  'token.state': entry(k.oneOf(['unlinked', 'linked', 'active', 'paused', 'deactivated']), 'the state of the token', ['measured']),
  'token.state_waiver': entry(k.bool, 'whether the state issuer has a waiver', ['stated']),
  'token.us_reserves': entry(k.bool, 'whether reserves are held in the United States', ['stated']),
} as const
