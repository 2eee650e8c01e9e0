import { k } from '../facts.ts'
import { CREDENTIAL_LEVELS } from '../tables/credential-levels.ts'
import { DATA_KIND_NAMES } from '../tables/data-kinds.ts'
import { RECORD_CLASSES } from '../tables/retention.ts'
import { AUTHORITIES } from '../tables/sanctions-lists.ts'
import { entry } from './entry.ts'
import { TX_MARKETS } from './words.ts'

export const SURROUNDINGS_VOCABULARY = {
  'case.block': entry(
    k.orNone(k.record({ authority: k.oneOf(['US', 'EU', 'UK', 'UN']), decided_at: k.pastInstant })),
    'whether a transaction was blocked',
    ['stated'],
  ),
  'case.erasure': entry(
    k.orNone(
      k.record({
        records: k.list(
          k.record({
            kind: k.oneOf(RECORD_CLASSES),
            from: k.pastDay,
          }),
        ),
        legal_hold: k.bool,
      }),
    ),
    'what is erased',
    ['stated'],
  ),
  'case.erasure_request': entry(
    k.orNone(
      k.record({
        law: k.oneOf(['gdpr', 'ccpa']),
        asked_on: k.pastDay,
        records: k.list(
          k.record({
            kind: k.oneOf(RECORD_CLASSES),
            from: k.pastDay,
          }),
        ),
      }),
    ),
    'the erasure request',
    ['stated'],
  ),
  'case.processing': entry(
    k.orNone(
      k.record({
        purpose: k.oneOf(['identity', 'reuse', 'automated_denial']),
        basis: k.oneOf(['legal_obligation', 'contract', 'consent', 'none']),
        review_days: k.orNone(k.int),
      }),
    ),
    'what the data is processed for',
    ['stated'],
  ),
  'case.publication': entry(
    k.orNone(
      k.record({
        kind: k.oneOf(['stablecoin', 'yield']),
        text: k.text,
        apy_at: k.orNone(k.instant),
        source: k.orNone(k.text),
        rate: k.orNone(k.oneOf(['variable', 'fixed'])),
      }),
    ),
    'the text to be published',
    ['stated'],
  ),
  'case.redemption': entry(
    k.orNone(k.record({ requested_on: k.pastDay, paid_on: k.orNone(k.pastDay), fee_notice_days: k.orNone(k.int) })),
    'the redemption',
    ['stated'],
  ),
  'case.suspicion': entry(k.orNone(k.record({ amount: k.decimal, detected_on: k.pastDay, suspect_known: k.bool })), 'the suspicion', [
    'stated',
  ]),
  'case.token_metrics': entry(
    k.orNone(
      k.record({
        class: k.oneOf(['emt', 'art', 'other']),
        eu_currency: k.bool,
        holders: k.int,
        value_eur: k.decimal,
        transactions: k.int,
        daily_eur: k.decimal,
        gatekeeper: k.bool,
        international: k.bool,
        interconnected: k.bool,
        issues_others: k.bool,
      }),
    ),
    'the token’s measures',
    ['stated'],
  ),
  environment: entry(k.oneOf(['sandbox', 'production']), 'the environment', ['measured']),
  freezes: entry(k.list(k.record({ target: k.text, active: k.bool })), 'the list of frozen wallets', ['established']),
  fx: entry(k.list(k.record({ from: k.text, to: k.text, rate: k.text, source: k.text, date: k.day })), 'the exchange rates of the day', [
    'listed',
    'stated',
  ]),
  lists: entry(k.list(k.record({ source: k.text, version: k.text, loaded_at: k.pastInstant })), 'the lists that were used', ['listed']),
  orders: entry(
    k.list(k.record({ target: k.oneOf(['from', 'to', 'token']), kind: k.oneOf(['freeze', 'seize', 'burn', 'block']), active: k.bool })),
    'the list of lawful orders',
    ['stated', 'established'],
  ),
  'request.data_duty': entry(k.oneOf(['none', 'travel_rule', 'suspicious_activity']), 'the duty to send data', ['stated']),
  'request.level': entry(k.oneOf(['basic', 'enhanced']), 'the level asked for', ['stated']),
  'request.levels': entry(k.list(k.oneOf(CREDENTIAL_LEVELS)), 'the levels asked for', ['stated']),
  'request.market': entry(k.oneOf(['any', 'securities', 'stablecoins', 'nfts', 'defi', 'gaming']), 'the market asked for', ['stated']),
  'request.moves_value': entry(k.bool, 'whether value moves', ['stated']),
  'request.response_fields': entry(k.list(k.text), 'the data asked for', ['stated']),
  'screening.available': entry(k.bool, 'whether screening answers', ['measured']),
  'tenant.art_trader': entry(k.bool, 'whether your organisation trades in art', ['configured']),
  'tenant.business_day': entry(k.pastDate, 'your organisation’s business day', ['measured']),
  'tenant.casp_auth': entry(k.bool, 'your organisation’s authorisation as a crypto-asset service provider', ['configured']),
  'tenant.cdd_regime': entry(k.oneOf(['US', 'EU', 'UK']), 'which law of due diligence binds your organisation', ['configured']),
  'tenant.data_budgets': entry(
    k.list(k.record({ data: k.oneOf(DATA_KIND_NAMES), seconds: k.int, over: k.oneOf(['review', 'deny']) })),
    'how old data may be for your organisation',
    ['configured'],
  ),
  'tenant.enterprise_contract': entry(k.bool, 'your organisation’s contract', ['configured']),
  'tenant.game_blocklist': entry(k.list(k.text), 'the places that your game closes', ['configured']),
  'tenant.genius_early': entry(k.bool, 'whether your organisation keeps the GENIUS Act early', ['measured']),
  'tenant.licences': entry(k.list(k.text), 'your organisation’s licences', ['configured']),
  'tenant.large_value_usd': entry(k.orNone(k.int), 'from which amount your organisation asks for enhanced verification', ['configured']),
  'tenant.markets_used': entry(k.orNone(k.list(k.oneOf(TX_MARKETS))), 'which markets your organisation uses', ['configured']),
  'tenant.reliance_agreement': entry(k.bool, 'your organisation’s agreement on reliance', ['configured']),
  'tenant.retention_years': entry(k.orNone(k.int), 'for how many years your organisation keeps what a law has kept', ['configured']),
  'tenant.sanctions_nexus': entry(k.list(k.oneOf(AUTHORITIES)), 'whose sanctions law binds your organisation', ['listed']),
  'tenant.serves_eu': entry(k.bool, 'whether your organisation serves the European Union', ['configured']),
  'tenant.us_bsa_type': entry(
    k.oneOf(['none', 'msb', 'bank', 'broker_dealer', 'futures', 'mutual_fund', 'ppsi']),
    'your organisation’s type under the Bank Secrecy Act',
    ['configured'],
  ),
} as const
