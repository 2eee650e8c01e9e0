import { type SQL, sql } from 'drizzle-orm'
import type { Services } from '#core/kernel/services.ts'
import type { Queryable } from '#db/connect.ts'

/** A row that gives power, as entries of the log name it: their newest digest of it must be what the tables hold. */
export type Standing = `${StandingKind}:${string}`

/** The kinds held since the first release that noted any. */
export const FIRST_KINDS = ['api_key', 'webhook_endpoint', 'organization', 'factors', 'domain'] as const
/**
 * All kinds. What a digest is made of never changes, or entries from before would differ: columns that come later are a kind of their
 * own, which `noteStanding` notes once.
 */
export const STANDING_KINDS = [
  ...FIRST_KINDS,
  'webhook_state',
  'protocol',
  'offering',
  'exception',
  'venue',
  'protocol_proofs',
  'trusted_issuer',
  'identity_provider',
] as const
export type StandingKind = (typeof STANDING_KINDS)[number]

const digest = (...columns: string[]) =>
  sql`encode(sha256(convert_to(jsonb_build_array(${sql.raw(columns.join(', '))})::text, 'utf8')), 'hex')`

/**
 * What of each such row counts, as `key` and `digest`: of production keys all that lets them in, of production endpoints where
 * events go, the sealed secret and whether they are on, of organisations their settings, of accounts every second factor, of a
 * protocol its terms and the proofs of its contracts, of an offering its terms and its token, of an exception in force whom it sets
 * aside, of a venue its registration and state, of a trusted issuer in force what it is recognised by and what its word counts as, and of an identity provider whose account it is and its sealed keys, with which its messages are believed. What changes by use, as the counts of an offering, is left out. Of a secret only what is stored of it is hashed. With `only`, of these rows alone.
 */
export const held = (only?: readonly Standing[]): SQL => sql`
  select 'api_key:' || id as key, ${digest('organization_id', 'created_by', 'key_hash', 'is_active', 'scopes', 'allowed_ips', 'extract(epoch from expires_at)')} as digest
  from api_keys where environment = 'production' and ${among('id', 'api_key', only)}
  union all
  select 'webhook_endpoint:' || id, ${digest('organization_id', 'url', 'event_types', 'filters', 'payload', 'secret_sealed', 'previous_secret_sealed')}
  from webhook_endpoints where environment = 'production' and ${among('id', 'webhook_endpoint', only)}
  union all
  select 'organization:' || id, ${digest('budget_id', "settings - 'issuer'", "coalesce(settings #> '{issuer,production}', 'null')")}
  from organizations where kind = 'tenant' and ${among('id', 'organization', only)}
  union all
  select 'factors:' || u.id, ${digest('u.mfa_enabled', 't.held', 'p.held', 'b.held')}
  from users u
  left join lateral (select jsonb_agg(jsonb_build_array(id, secret) order by id) as held from auth.two_factor where user_id = u.auth_id and verified) t on true
  left join lateral (select jsonb_agg(jsonb_build_array(credential_id, public_key) order by id) as held from auth.passkey where user_id = u.auth_id) p on true
  left join lateral (select jsonb_agg(code_hash order by id) as held from auth.backup_code where user_id = u.auth_id and active) b on true
  where (u.mfa_enabled or coalesce(t.held, p.held, b.held) is not null) and ${among('u.id', 'factors', only)}
  union all
  select 'domain:' || id, ${digest('organization_id', 'domain')}
  from domains where environment = 'production' and status = 'verified' and ${among('id', 'domain', only)}
  union all
  select 'webhook_state:' || id, ${digest('status', 'extract(epoch from previous_secret_until)')}
  from webhook_endpoints where environment = 'production' and ${among('id', 'webhook_state', only)}
  union all
  select 'protocol:' || id, ${digest('organization_id', 'protocol', 'name', 'version', 'policy', 'paused')}
  from protocol_policies where environment = 'production' and ${among('id', 'protocol', only)}
  union all
  select 'protocol_proofs:' || id, ${digest('proofs')}
  from protocol_policies where environment = 'production' and proofs <> '[]'::jsonb and ${among('id', 'protocol_proofs', only)}
  union all
  select 'offering:' || id, ${digest(...OFFERING_TERMS)}
  from offerings where environment = 'production' and ${among('id', 'offering', only)}
  union all
  select 'exception:' || id, ${digest('organization_id', 'subject_id', 'subject_hash', 'entity_id', 'entity_hash', 'wallet_address', 'author', 'approved_by', 'extract(epoch from expires_at)')}
  from exceptions where environment = 'production' and state = 'active' and ${among('id', 'exception', only)}
  union all
  select 'venue:' || id, ${digest('name', 'kind', 'registration', 'regulator', 'jurisdictions', 'valid_from', 'valid_until', 'status', 'proposed_by', 'approved_by')}
  from venues where ${among('id', 'venue', only)}
  union all
  select 'trusted_issuer:' || id, ${digest('organization_id', 'kind', 'name', 'identifier', 'chain_id', 'material', 'country', 'level', 'ial', 'eidas', ISSUER_CLAIMS, 'author', 'approved_by')}
  from trusted_issuers where environment = 'production' and state = 'active' and ${among('id', 'trusted_issuer', only)}
  union all
  select 'identity_provider:' || id, ${digest('organization_id', 'provider', 'flow', 'region', 'secrets_sealed')}
  from identity_providers where environment = 'production' and ${among('id', 'identity_provider', only)}`

/** What the word of an issuer counts as. That lists are required stands among it only where they are: entries from before say nothing of them. */
const ISSUER_CLAIMS = `case revocation when 'require' then claims || '{"": "require"}'::jsonb else claims end`

/** What of an offering decides and is not counted by sales. */
const OFFERING_TERMS = [
  ...['organization_id', 'type', 'regulation', 'status', 'total_supply', 'price_per_token', 'minimum_investment', 'maximum_raise'],
  ...['currency', 'extract(epoch from opens_at)', 'extract(epoch from closes_at)', 'allowed_countries', 'blocked_countries'],
  ...['max_holders', 'max_non_accredited', 'lockup_days', 'facts', 'commercial_terms', 'integration_apart'],
  ...['chain', 'token_address', 'token_link', 'token_pause', 'token_end'],
]

function among(column: string, kind: string, only: readonly Standing[] | undefined): SQL {
  if (!only) return sql`true`
  const ids = only.filter((key) => key.startsWith(`${kind}:`)).map((key) => key.slice(kind.length + 1))
  return sql`${sql.raw(column)} = any(${sql.param(ids)}::text[])`
}

/** The digests of these rows as they are in this transaction; null for one that is not there any more. */
export async function standingOf(db: Queryable, keys: readonly Standing[]): Promise<Record<string, string | null>> {
  const { rows } = await db.execute<{ key: string; digest: string }>(held(keys))
  const found = new Map(rows.map((row) => [row.key, row.digest]))
  return Object.fromEntries(keys.map((key) => [key, found.get(key) ?? null]))
}

/** What the log calls a row of each kind, where a fault is told. */
const CALLED = sql.join(
  Object.entries({
    api_key: 'the key',
    webhook_endpoint: 'the webhook endpoint',
    organization: 'the organisation',
    factors: 'the second factors',
    domain: 'the proven domain',
    webhook_state: 'the webhook endpoint',
    protocol: 'the protocol',
    protocol_proofs: 'the proof of a protocol’s contracts',
    offering: 'the offering',
    exception: 'the exception',
    venue: 'the venue',
    trusted_issuer: 'the trusted issuer',
    identity_provider: 'the identity provider',
  } satisfies Record<StandingKind, string>).map(([kind, called]) => sql`when ${kind} then ${called}`),
  sql` `,
)

/** A row that is not as the log says, by the kinds in which it differs. */
export interface ChangedStanding extends Record<string, unknown> {
  subject: string
  fault: string
  keys: Standing[]
}

/** The rows that are not as the newest entry of the log says; with `id`, that one alone. At most 100 are named. */
export async function findChangedStanding({ connection: { db } }: Pick<Services, 'connection'>, id?: string): Promise<ChangedStanding[]> {
  const { rows } = await db.execute<ChangedStanding>(sql`
    with said as (
      select distinct on (s.key) s.key, s.value as digest
      from audit_logs a left join log_entries e on e.audit_id = a.id,
        lateral jsonb_each_text(case when jsonb_typeof(a.details -> 'standing') = 'object' and not a.details ? 'reported_by' then a.details -> 'standing' else '{}' end) s
      where a.details ? 'standing'
      order by s.key, e.leaf_index desc nulls first, a.timestamp desc
    ), held as (${held()}), differing as (
      select key, split_part(key, ':', 1) as kind, split_part(key, ':', 2) as subject,
        case when said.digest is null then ' came about without an entry of the log'
          when held.digest is null then ' went without an entry of the log'
          else ' changed without an entry of the log' end as how
      from said full join held using (key) where said.digest is distinct from held.digest
      -- An exception that went only asks again.
      and not (held.digest is null and key like 'exception:%')
    )
    select subject, (case kind ${CALLED} end) || how as fault, array_agg(key) as keys
    from differing where ${id === undefined ? sql`true` : sql`subject = ${id}`}
    group by 1, 2 order by 2, 1 limit 100`)
  return rows
}
