import { RESERVE_TYPES } from '../calculations/reserves.ts'
import { k } from '../facts.ts'
import { entry } from './entry.ts'
import { FRAMEWORKS } from './words.ts'

export const TOKEN_VOCABULARY = {
  'token.audited': entry(k.bool, 'whether the issuer’s statements are audited', ['stated', 'measured']),
  'token.backing_bps': entry(k.int, 'how much of the outstanding tokens the reserve covers', ['stated', 'measured']),
  'token.capabilities': entry(k.list(k.oneOf(['freeze', 'seize', 'burn', 'block'])), 'which lawful orders the token can carry out', [
    'stated',
    'measured',
  ]),
  'token.comparable_regime': entry(k.bool, 'whether the issuer’s home regime is comparable', ['stated', 'measured']),
  'token.deposits_bps': entry(k.bps, 'the share of the reserve in bank deposits', ['stated', 'measured']),
  'token.divisible': entry(k.bool, 'whether the token is divisible', ['stated', 'measured']),
  'token.eu_currency_peg': entry(k.bool, 'whether the token refers to a currency of the European Union', ['stated', 'measured']),
  'token.foreign': entry(k.bool, 'whether the issuer is foreign', ['stated', 'measured']),
  'token.frameworks': entry(k.list(k.oneOf(FRAMEWORKS)), 'which stablecoin law is about the token', ['stated', 'measured']),
  'token.fungible_with_listed': entry(k.bool, 'whether the token is fungible with a listed security', ['stated', 'measured']),
  'token.issuer_class': entry(k.oneOf(['bank_subsidiary', 'federal', 'state', 'none']), 'what kind of stablecoin issuer it is', [
    'stated',
    'measured',
  ]),
  'token.legend_ids': entry(k.list(k.text), 'the legends of the token', ['stated', 'measured']),
  'token.linked_offering_ids': entry(k.list(k.text), 'the offerings linked to the token', ['stated', 'measured']),
  'token.mica_authorised': entry(k.bool, 'whether the issuer is authorised in the European Union', ['stated', 'measured']),
  'token.mica_class': entry(k.oneOf(['emt', 'art', 'other']), 'what kind of token it is in the European Union', ['stated', 'measured']),
  'token.occ_registered': entry(k.bool, 'whether the issuer is registered with the OCC', ['stated', 'measured']),
  'token.offering_id': entry(k.text, 'the token’s offering', ['stated', 'measured']),
  'token.order_capability': entry(k.bool, 'whether the issuer can obey lawful orders', ['stated', 'measured']),
  'token.outstanding_usd': entry(k.decimal, 'the tokens outstanding in US dollars', ['stated', 'measured']),
  'token.quarter_eur': entry(k.decimal, 'the token’s daily value in euro over the quarter', ['stated', 'measured']),
  'token.quarter_transactions': entry(k.int, 'the token’s daily transactions over the quarter', ['stated', 'measured']),
  'token.recovery_plan_active': entry(k.bool, 'whether the issuer’s recovery plan is active', ['stated', 'measured']),
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
    ['stated', 'measured'],
  ),
  'token.reserves_at': entry(k.pastInstant, 'the time of the reserve statement', ['stated', 'measured']),
  'token.sec_reporting': entry(k.bool, 'whether the issuer reports to the SEC', ['stated', 'measured']),
  'token.significant': entry(k.bool, 'whether the token is significant', ['stated', 'measured']),
  'token.state': entry(k.oneOf(['unlinked', 'linked', 'active', 'paused', 'deactivated']), 'the state of the token', [
    'stated',
    'measured',
  ]),
  'token.state_waiver': entry(k.bool, 'whether the state issuer has a waiver', ['stated', 'measured']),
  'token.us_reserves': entry(k.bool, 'whether reserves are held in the United States', ['stated', 'measured']),
} as const
