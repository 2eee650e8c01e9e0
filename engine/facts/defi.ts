import { k } from '../facts.ts'
import { DEFI_ACTIONS, DEFI_LEVELS } from '../tables/defi-policy.ts'
import { entry } from './entry.ts'
import { qualifiedPurchaser } from './shapes.ts'
import { FRAMEWORKS } from './words.ts'

export const DEFI_VOCABULARY = {
  'defi.accredited_until': entry(k.orNone(k.instant), 'until when the user is accredited', ['measured']),
  'defi.action': entry(k.oneOf(DEFI_ACTIONS), 'what the user does with the protocol', ['stated']),
  'defi.amount': entry(k.orNone(k.usd), 'the amount', ['stated']),
  'defi.coin_frameworks': entry(k.list(k.oneOf(FRAMEWORKS)), 'which laws on stablecoins are about the coin of the pool', ['stated']),
  'defi.contract_matches': entry(k.list(k.record({ address: k.text, list: k.text, active: k.bool })), 'the screening of the contract', [
    'listed',
  ]),
  'defi.geo_block': entry(k.list(k.place), 'the places that the protocol closes', ['configured']),
  'defi.loan': entry(
    k.orNone(k.record({ purpose: k.oneOf(['consumer', 'business']), natural: k.bool, state: k.orNone(k.text), collateral_bps: k.int })),
    'what kind of loan it is',
    ['stated'],
  ),
  'defi.min_level': entry(k.oneOf(['default', ...DEFI_LEVELS]), 'the level that the protocol asks for', ['configured']),
  'defi.permit_seconds': entry(k.orNone(k.int), 'how long the permit lasts', ['stated']),
  'defi.pool': entry(
    k.orNone(
      k.record({
        pooled: k.bool,
        managed: k.bool,
        stablecoin: k.bool,
        payer: k.oneOf(['issuer', 'casp', 'borrowers', 'protocol', 'unknown']),
        us_route: k.oneOf(['none', 'registered', 'reg_d_506c', 'exempt_opinion']),
        accredited_only: k.bool,
        exemption: k.oneOf(['none', '3c1', '3c7']),
        holders: k.int,
        already_holder: k.bool,
      }),
    ),
    'what kind of pool it is',
    ['stated'],
  ),
  'defi.knowledgeable_employee': entry(k.bool, 'whether the user is a knowledgeable employee of the pool', ['stated']),
  'defi.qp': entry(qualifiedPurchaser, 'whether the user is a qualified purchaser', ['stated']),
  'defi.qualified_institution': entry(k.bool, 'whether the user is a qualified institution', ['measured']),
  'defi.risk': entry(k.int, 'the risk of the wallet', ['measured']),
  'defi.sum_24h': entry(k.usd, 'the user’s sum of the last 24 hours', ['measured']),
  'defi.uk': entry(
    k.record({ client: k.oneOf(['retail', 'professional']), first_promotion_at: k.orNone(k.instant), test_passed: k.bool }),
    'the user’s standing in the United Kingdom',
    ['stated'],
  ),
  'defi.vpn': entry(k.bool, 'whether the user’s network address is hidden', ['stated']),
} as const
