import { z } from 'zod'
import { olderEvent, olderEventSchema } from '#core/kernel/versions/convert.ts'
import { CURRENT_VERSION } from '#core/kernel/versions.ts'
import type { presentEvent } from '../event-log/present.ts'
import EXAMPLES from './event-examples.generated.json' with { type: 'json' }
import { EVENT_TYPES, type EventType } from './event-types.ts'
import { id, object, exampleText as text, time, whole } from './event-words.ts'
import { IDENTITY_EVENTS } from './identity-event-schemas.ts'
import { MEMBER_EVENTS } from './member-event-schemas.ts'

// Objects are loose: a consumer must bear new fields, and `payload: full` adds some. What is named here stays.

const wallet_id = id('wal')
const offering_id = id('off')
const wallet_address = text('0x52908400098527886E0F7030069857D2E4169EE7')
const reason_code = text('issuer_request').nullable()
const reason_codes = z.array(text('investor_identity'))
const sha256 = text('e2b55de63d78e745e8299dbf6d3b0d6e2f36a5c8ad9b2df5e3a1f0c4b7a89615')
const decision = object({ id: id('dec'), outcome: text('allow'), reason_codes })
const domain = object({ id: id('dom'), domain: text('app.example.com'), status: text('verified'), method: text('dns').nullable() })

const contract = object({
  id: id('ptc'),
  protocol_name: text('Example Lend'),
  chain_id: whole(1),
  contract_address: text('0x5FbDB2315678afecb367f032d93F642f64180aa3'),
})

const credential = object({
  id: id('cre'),
  state: text('active'),
  level: text('basic'),
  control: text('proven'),
  reused: z.boolean(),
  issued_at: time,
  expires_at: time,
  source: text('verification'),
  hash: text('0x63684731a4b9dca76d3551'),
})
const offering = object({
  id: offering_id,
  name: text('Example Growth Fund'),
  regulation: text('reg_d_506c').nullable(),
  status: text('open'),
  total_supply: text('100000'),
  price_per_token: text('10.00'),
  maximum_raise: text('1000000'),
  amount_raised: text('0'),
  currency: text('USD'),
})
const tokenPause = object({
  id: offering_id,
  token_address: text('0x52908400098527886E0F7030069857D2E4169EE7').nullable(),
  reason_code: text('key_at_risk'),
  by: text('issuer'),
  state: text('paused'),
})
const investment = object({
  id: id('ivs'),
  offering_id,
  investor_id: id('inv').nullable(),
  status: text('accepted'),
  amount: text('5000.00'),
  quantity: text('500'),
  currency: text('USD'),
})
const investmentDecided = investment.extend({ decision: decision.nullish() })
const block = object({
  chain_id: text('1'),
  number: text('21000000'),
  hash: text('0x9c22ff5f21f0b81b113e63f7db6da94fedef11b2119b4088b89664fb9a3cb658'),
})
const issuance = object({
  id: id('iss'),
  offering_id,
  wallet_address,
  quantity: text('500'),
  status: text('authorized'),
  supply: object({ total: text('100000'), issued: text('500'), remaining: text('99500') }),
})
const transaction = object({
  id: id('txn'),
  market: text('stablecoins'),
  type: text('transfer'),
  status: text('approved'),
  amount: text('250.00').nullable().meta({ description: 'Null for units of an offering' }),
  quantity: text('10').nullish().meta({ description: 'Units of an offering; null where money moves' }),
  currency: text('USD').nullable().meta({ description: 'Null for units of an offering' }),
  restriction_code: whole(0).nullish(),
  decision: decision.nullish(),
  transaction_hash: text('0x9c22ff5f21f0b81b113e63f7db6da94fedef11b2119b4088b89664fb9a3cb658').nullable(),
})
/** Who asked, and who agreed, where it took two people. */
const people = {
  asked_by: id('usr').nullish(),
  countersigned_by: id('usr').nullish().meta({ description: 'The second person, where it took two' }),
}
const investorCheck = object({
  ...people,
  investor_id: id('inv'),
  check: z.enum(['identity', 'accreditation', 'documents']),
  from: text('incomplete'),
  to: text('verified'),
  reason_code,
})
const investorStatus = object({
  id: id('inv'),
  status: text('incomplete'),
  verification: object({
    identity_status: text('incomplete'),
    accreditation_status: text('incomplete'),
    documents_status: text('incomplete'),
  }),
  country: text('US').nullable(),
})
const accreditation = object({
  investor_id: id('inv'),
  accreditation: object({ type: text('income').nullable(), expires_at: time }),
  days_left: whole(30).optional(),
})
const holding = object({
  offering_id,
  wallet_id: wallet_id.nullable(),
  quantity: text('500'),
  rule: text('issuer_lockup').optional(),
  legal_basis: text('court_order').optional(),
  document_sha256: sha256.nullish(),
  countersigned_by: id('usr').nullish().meta({ description: 'The second person; null for a freeze, which takes effect at once' }),
})
const travelRule = object({
  transaction_id: id('txn'),
  regime: text('us_travel_rule').nullable(),
  missing: z.array(text('beneficiary.name')).nullable(),
  code: whole(0).nullable().meta({ description: 'TRISA number of the answer' }),
})
const match = object({
  check_id: id('chk').nullable(),
  subject: object({ wallet_address: wallet_address.nullable() }),
  match: object({
    entity_id: text('us_ofac_sdn:101').nullable(),
    list: text('us_ofac_sdn').nullable(),
    score: whole(0.95).nullable(),
  }).nullable(),
  lists: z.array(object({ source: text('us_ofac_sdn'), version: text('2026-11-21-31a4f9be407c') })),
})
/** What the match was before: it changed, or went. */
const matchChanged = match.extend({
  previous: object({
    status: text('possible_match'),
    match: object({ entity_id: text('us_ofac_sdn:101'), score: whole(0.95) }).nullable(),
  }),
})
const creator = object({
  wallet_id,
  creator_name: text('Example Artist').nullable(),
  verification_tier: text('verified').nullable(),
  risk_score: whole(10),
})
const access = object({ wallet_id, protocol_name: text('Example Lend'), verification_level: text('basic'), reason_codes })
const age = object({ wallet_id, age_tier: text('21+').nullable(), eligible: z.boolean(), jurisdiction: text('US-NV') })
const exclusion = object({
  id: id('exl'),
  wallet_id: wallet_id.nullable(),
  until: text('2027-05-21'),
  scope: z.enum(['all', 'gambling']),
  source: z.enum(['organization', 'holder']),
})
const reviewCase = object({
  case: object({
    id: id('cas'),
    kind: text('sanctions_match'),
    subject: object({ type: text('monitored_subject'), id: id('mon') }),
    deadline: time,
    outcome: text('released').nullable(),
    result: z
      .enum(['release', 'refuse', 'request_info'])
      .optional()
      .meta({ description: 'Of a decided case: `outcome` as `GET /v1/cases/{id}` answers it' }),
    assigned_to: id('usr').nullish(),
    answer_by: time.optional(),
    no_answer: z.boolean().optional(),
  }),
})
/** `check_id` is null where the refusal rests on no screening, such as one for a country. */
const appeal = object({
  case_id: id('cas'),
  wallet_id: wallet_id.nullable().meta({ description: 'Null where somebody without a wallet appeals' }),
  check_id: id('chk').nullable(),
  ended: object({ type: text('investment'), id: id('ivs') })
    .nullish()
    .meta({ description: 'Upheld: what ended because of the refusal. It stays ended; ask for it anew' }),
})
const exception = object({
  exception: object({
    id: id('exc'),
    status: text('active'),
    subject: object({ id: id('sub'), wallet_address: wallet_address.nullable() }),
    entity_id: text('us_ofac_sdn:101'),
    reason: text('Another birth date and another country'),
    author: id('usr'),
    expires_at: time,
  }),
})
const month = text('2026-10')
const statement = object({
  statement: object({
    id: id('rsv'),
    token: text('USDX'),
    month,
    version: whole(1),
    sha256,
    ratio: text('1.010000').nullable(),
    accountant: text('Example & Co'),
  }),
})
const lateStatement = object({
  statement: object({ token: text('USDX'), month, due_on: text('2026-11-30'), sha256: z.null(), ratio: z.null(), accountant: z.null() }),
})
const version = text('2026.11.1')
const outcome = text('allow')
const policy = object({
  policy: object({ id: id('pol'), version, sha256, in_force_since: time }),
  replaces: object({ version, sha256 }),
  flip_summary: object({
    decisions: whole(500),
    flipped: whole(1),
    changes: z.array(object({ from: outcome, to: outcome, count: whole(1) })),
    responsible: z.array(object({ code: text('SELF_EXCLUDED'), count: whole(1) })),
  }),
})
const apiKey = object({
  key: object({ id: id('key'), name: text('Server'), prefix: text('56764962'), environment: z.enum(['sandbox', 'production']) }),
})
const endpoint = object({
  endpoint: object({ id: id('whk'), url: text('https://example.com/webhooks') }),
  last_error: text('answered 500').nullable(),
})
const pending = object({
  wallet_id,
  wallet_address,
  decision_id: id('dec').optional(),
  check_id: id('chk'),
  level_requested: text('basic'),
})
const linked = object({ wallet_id, credential_id: id('cre').nullable(), control: text('proven') })
const changed = object({
  credential,
  reason_code,
  asked_by: people.asked_by.unwrap(),
  countersigned_by: people.countersigned_by.unwrap(),
})

/** The main fields of `data.object` of every event type (api.md, section 5). Personal data is in none of them. */
export const EVENT_OBJECTS: Record<EventType, z.ZodObject> = {
  'wallet.verification.pending': pending,
  'wallet.verified': object({ wallet_id, verification_status: text('basic'), credential }),
  'wallet.verification.rejected': object({ wallet_id, rejection: object({ code: text('document_expired'), retryable: z.boolean() }) }),
  'wallet.linked': linked,
  'wallet.unlinked': linked,
  'wallet.superseded': object({
    old_wallet_id: wallet_id,
    new_wallet_id: wallet_id,
    moved: object({ holdings: whole(1), lockups: whole(1) }),
    countersigned_by: id('usr').nullish().meta({ description: 'The second person; null when the old wallet signed' }),
  }),
  'wallet.control_proven': object({ wallet_id, method: z.enum(['eoa', 'eip1271', 'eip6492', 'ed25519']) }),
  'credential.issued': object({ credential, formats: z.array(text('vc+jwt')) }),
  'credential.expiring': object({ credential, days_left: whole(30) }),
  'credential.expired': object({ credential }),
  'credential.renewed': object({ credential, supersedes: id('cre') }),
  'credential.suspended': changed,
  'credential.resumed': changed,
  'credential.revoked': changed.extend({
    chain_state: text('pending').nullish().meta({ description: 'Whether chains it was given out for know: none, pending, unknown' }),
    affected_decisions: z.array(id('dec')),
  }),
  'credential.ended_on_chain': object({
    id: id('cre'),
    state: text('revoked'),
    chain_state: text('confirmed'),
    chain_id: whole(1),
    block: text('21000000').nullable(),
  }),
  'credential.reused': object({ credential_id: id('cre'), market: text('defi').nullable(), decision_id: id('dec').nullable() }),
  'credential.duplicate_detected': object({ wallet_id, policy: text('allow'), bucket: text('2-3') }),
  'consent.withdrawn': object({ id: id('con'), person_id: id('per'), credential_id: id('cre').nullable(), scope: id('org') }),
  ...IDENTITY_EVENTS,
  'investor.created': investorStatus,
  'investor.updated': investorStatus,
  'investor.verification.pending': investorCheck,
  'investor.verification.verified': investorCheck,
  'investor.verification.rejected': investorCheck,
  'investor.verification.incomplete': investorCheck,
  'investor.accreditation.expiring': accreditation,
  'investor.accreditation.expired': accreditation,
  'offering.created': offering,
  'offering.updated': offering,
  'offering.opened': offering,
  'offering.paused': offering,
  'offering.closed': offering,
  'offering.threshold_reached': object({
    offering_id,
    metric: text('raise_percent'),
    value: whole(50),
    limit: z.union([text('1000000'), z.number()]),
  }),
  'offering.fee_cap_reached': object({ offering_id, fee: text('1000000.00') }),
  'offering.token_linked': object({
    id: offering_id,
    token_address: text('0x52908400098527886E0F7030069857D2E4169EE7'),
    chain: text('ethereum'),
    token_decimals: whole(0).nullable(),
    wallet_address,
    role: text('owner'),
  }),
  'offering.token_paused': tokenPause,
  'offering.token_resumed': tokenPause,
  'offering.token_deactivated': object({
    id: offering_id,
    token_address: text('0x52908400098527886E0F7030069857D2E4169EE7').nullable(),
    reason_code: text('fully_redeemed'),
    plan_sha256: sha256.nullable(),
    asked_by: text('usr_01m7yzyss7wn2xy9fx73kq4v6d'),
    countersigned_by: text('usr_01m7yzyss7wn2xy9fx73kq4v6e'),
  }),
  'investment.accepted': investmentDecided,
  'investment.pending': investmentDecided.extend({ reserved_until: time.nullish() }),
  'investment.rejected': investmentDecided,
  'investment.payment_failed': investment.extend({
    reserved_until: time.nullish(),
    freeze_id: id('hac').nullish().meta({ description: 'The freeze on units that were issued already' }),
  }),
  'investment.refunded': investment,
  'investment.cancelled': investment.extend({ reason: text('reservation_expired') }),
  'token.issuance.authorized': issuance,
  'token.issuance.submitted': issuance,
  'token.issuance.confirmed': issuance,
  'token.issuance.denied': issuance,
  'token.issuance.failed': issuance.extend({ reason: text('not_reported').nullish() }),
  'token.issuance.reorganized': issuance.extend({ block }),
  'holding.lockup_ending': holding,
  'holding.unlocked': holding,
  'holding.frozen': holding,
  'holding.unfrozen': holding,
  'holding.force_transferred': holding,
  'transaction.approved': transaction,
  'transaction.denied': transaction,
  'transaction.review': transaction,
  'transaction.submitted': transaction,
  'transaction.settled': transaction,
  'transaction.failed': transaction,
  'transaction.reorganized': transaction.extend({ block }),
  'transaction.expired': transaction,
  'travel_rule.required': travelRule,
  'travel_rule.repair_requested': travelRule,
  'travel_rule.accepted': travelRule,
  'travel_rule.rejected': travelRule,
  'travel_rule.expired': travelRule,
  'sanctions.match.created': match,
  'sanctions.match.updated': matchChanged,
  'sanctions.match.cleared': matchChanged,
  'sanctions.bulk.completed': object({ bulk_id: id('blk'), file_name: text('customers.csv').nullable() }),
  'sanctions.list.updated': object({
    source: text('us_ofac_sdn'),
    version: text('2026-11-21-31a4f9be407c'),
    sha256,
    added: whole(3),
    changed: whole(1),
    removed: whole(0),
    affected_subjects: whole(1),
  }),
  'sanctions.list.stale': object({ source: text('us_ofac_sdn'), age_seconds: whole(90_000), budget: whole(86_400) }),
  'nft.creator.verified': creator,
  'nft.creator.tier_changed': creator,
  'nft.creator.flagged': creator,
  'nft.sale.review_required': object({ transaction_id: id('txn'), requires: z.array(text('source_of_funds')) }),
  'defi.access.granted': access,
  'defi.access.denied': access,
  'defi.access.revoked': access,
  'gaming.age.verified': age,
  'gaming.age.denied': age,
  'gaming.self_exclusion.started': exclusion,
  'gaming.self_exclusion.ended': exclusion,
  'case.opened': reviewCase,
  'case.assigned': reviewCase,
  'case.awaiting_info': reviewCase,
  'case.answered': reviewCase,
  'case.decided': reviewCase,
  'case.overdue': reviewCase,
  'appeal.opened': appeal,
  'appeal.upheld': appeal,
  'appeal.refused': appeal,
  'exception.created': exception,
  'exception.expired': exception,
  'exception.voided': exception,
  'stablecoin.reserve_statement.published': statement,
  'stablecoin.reserve_statement.overdue': lateStatement,
  'policy.published': policy,
  'policy.rolled_back': policy,
  'protocol.contract_proven': contract.extend({ role: z.enum(['owner', 'admin', 'deployer', 'not_asked']) }),
  'protocol.contract_taken': contract.extend({ had_proof: z.boolean() }),
  'domain.verified': domain,
  'domain.lost': domain,
  'api_key.created': apiKey,
  'api_key.rotated': apiKey,
  'api_key.revoked': apiKey,
  'api_key.expiring': apiKey.extend({ expires_at: time, days_left: whole(7) }),
  'api_key.used_from_new_ip': apiKey.extend({ ip: text('203.0.113.7') }),
  ...MEMBER_EVENTS,
  'webhook_endpoint.disabled': endpoint,
  'webhook_endpoint.recovered': endpoint,
  'message.exhausted': endpoint.extend({ event_id: id('evt') }),
  'log.checkpoint.published': object({
    origin: text('sealwright.example/log'),
    tree_size: whole(1000),
    root_hash: sha256,
    signature: text('…'),
  }),
  'sandbox.clock.advanced': object({ from: time, to: time }),
  'sandbox.reset': object({ from: time, to: time }),
  ping: object({ message: text('This is a test.').optional() }),
}

/** The whole envelope of one event type, as a webhook delivers it. Over 20 kB the object is named by its address instead. */
export function eventSchema(type: EventType) {
  return z.looseObject({
    id: id('evt'),
    object: z.literal('event').optional().meta({ description: 'In answers of the API; a webhook does not carry it' }),
    type: z.literal(type),
    timestamp: time,
    api_version: text(CURRENT_VERSION),
    environment: z.enum(['sandbox', 'production']),
    sequence: z
      .int()
      .min(1)
      .meta({ examples: [1] }),
    resource: object({ type: text(type.split('.')[0]!), id: text('…') }),
    request: object({
      id: id('req'),
      idempotency_key: z
        .string()
        .nullable()
        .meta({ examples: [null] }),
    }).nullable(),
    actor: object({ type: z.enum(['api_key', 'user', 'system', 'holder']), id: id('key').nullable() }),
    data: z.union([
      object({ object: EVENT_OBJECTS[type], previous: z.record(z.string(), z.unknown()).optional() }),
      object({ object_url: text('https://sealwright.example/api/v1/events/evt_…') }),
    ]),
  })
}

type Json = Record<string, unknown>

const REAL = EXAMPLES as Record<string, unknown>

/** The JSON Schema (2020-12) of one event type in a version, with an example: a real one, where the tests cause such an event. */
export function eventJsonSchema(type: EventType, version = CURRENT_VERSION): Json {
  const current = z.toJSONSchema(eventSchema(type), { target: 'draft-2020-12', reused: 'inline' }) as Json
  const schema = olderEventSchema(version, type, current)
  const when = EVENT_TYPES.get(type)
  return { ...schema, title: type, ...(when && { description: when }), examples: [olderEvent(version, exampleEvent(type))] }
}

/** One event of a type as an example: a real one, where the tests cause such an event. */
export function exampleEvent(type: EventType): ReturnType<typeof presentEvent> {
  return (REAL[type] ?? exampleOf(z.toJSONSchema(eventSchema(type), { reused: 'inline' }) as Json)) as ReturnType<typeof presentEvent>
}

/** An example of what the schema describes: the first of each field's examples and choices. */
function exampleOf(schema: Json): unknown {
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const choice = schema.anyOf as Json[] | undefined
  if (choice) return exampleOf(choice[0]!)
  if (schema.type === 'array') return [exampleOf(schema.items as Json)]
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries((schema.properties ?? {}) as Record<string, Json>)
        .filter(([name]) => name !== 'previous')
        .map(([name, field]) => [name, exampleOf(field)]),
    )
  return schema.type === 'boolean' ? true : null
}
