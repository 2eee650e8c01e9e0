import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, bytea, tenant } from './shared.ts'

export const persons = pgTable(
  'persons',
  {
    id: text().primaryKey(),
    ...tenant(),
    kind: text().notNull().default('natural'),
    person_key: text(), // keyed hash of the normalised identity, for deduplication
    subject_key_id: text().notNull(),
    pii_sealed: bytea(),
    country: text(),
    erased_at: at(),
    created_at: at().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [index('persons_key').on(t.organization_id, t.environment, t.person_key)],
)

export const wallets = pgTable(
  'wallets',
  {
    id: text().primaryKey(),
    ...tenant(),
    address: text().notNull(), // canonical: EIP-55 or base58 as is
    family: text().notNull(), // evm | solana
    person_id: text(),
    user_id: text(),
    control: text().notNull().default('asserted'),
    control_method: text(),
    /** Of a contract: the chain on which it said so. */
    control_chain_id: integer(),
    control_proven_at: at(),
    verification_status: text().notNull().default('none'),
    verified_at: at(),
    status: text().notNull().default('active'), // active | unlinked | superseded
    superseded_by: text(),
    creator: jsonb().$type<Record<string, unknown> | null>(),
    created_at: at().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [
    uniqueIndex('wallets_address').on(t.organization_id, t.environment, t.address),
    index('wallets_person').on(t.person_id),
    index('wallets_user').on(t.user_id),
    // Few wallets are creators: each sale asks whose its collection is.
    index('wallets_creators').on(t.organization_id, t.environment).where(sql`${t.creator} is not null`),
  ],
)

export const credentials = pgTable(
  'credentials',
  {
    id: text().primaryKey(),
    ...tenant(),
    person_id: text().notNull(),
    wallet_id: text().notNull(),
    level: text().notNull(),
    state: text().notNull().default('active'),
    source: text().notNull(),
    evidence: text().notNull().default('self_declared'),
    credential_hash: text().notNull(),
    status_list: integer().notNull(),
    status_index: integer().notNull(),
    superseded_by: text(),
    reason_code: text(),
    decision_id: text(),
    warned_days: integer(),
    issued_at: at().notNull(),
    expires_at: at().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [
    index('credentials_person').on(t.organization_id, t.environment, t.person_id),
    index('credentials_wallet').on(t.wallet_id),
    index('credentials_expiry').on(t.state, t.expires_at),
    uniqueIndex('credentials_status').on(t.environment, t.status_list, t.status_index),
  ],
)

/** Which business relied on which credential, when, for what. */
export const credentialUses = pgTable(
  'credential_uses',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    ...tenant(),
    credential_id: text().notNull(),
    person_id: text().notNull(),
    market: text().notNull(),
    decision_id: text().notNull(),
    disclosed: jsonb().$type<string[]>().notNull(),
    used_at: at().notNull(),
  },
  (t) => [
    index('credential_uses_credential').on(t.credential_id, t.used_at),
    index('credential_uses_market').on(t.credential_id, t.market),
  ],
)

/** Persons whose data was erased on request, or is restricted until a law lets it be erased. */
export const erasures = pgTable(
  'erasures',
  {
    id: text().primaryKey(),
    ...tenant(),
    person_id: text().notNull(),
    status: text().notNull(), // restricted | erased
    law: text().notNull(),
    asked_on: text().notNull(),
    records: jsonb().$type<{ kind: string; from: string; until: string | null; ground: string }[]>().notNull(),
    legal_hold: text(),
    erase_from: text(),
    requested_by: text().notNull(),
    created_at: at().notNull(),
    erased_at: at(),
  },
  (t) => [
    index('erasures_created').on(t.organization_id, t.environment, t.created_at, t.id),
    uniqueIndex('erasures_person').on(t.person_id),
    index('erasures_due').on(t.status, t.erase_from),
  ],
)

export const consents = pgTable(
  'consents',
  {
    id: text().primaryKey(),
    ...tenant(),
    person_id: text().notNull(),
    levels: jsonb().$type<string[]>().notNull(),
    given_at: at().notNull(),
    withdrawn_at: at(),
  },
  (t) => [index('consents_person').on(t.organization_id, t.environment, t.person_id)],
)

export const challenges = pgTable('wallet_challenges', {
  nonce: text().primaryKey(),
  ...tenant(),
  address: text().notNull(),
  message: text().notNull(),
  purpose: text().notNull(),
  expires_at: at().notNull(),
  used_at: at(),
})

/** Transfers a connected browser wallet reported (product spec, wallet-transaction-create). */
export const walletTransfers = pgTable(
  'wallet_transfers',
  {
    id: text().primaryKey(),
    user_id: text().notNull(),
    wallet_address: text().notNull(),
    transaction_hash: text().notNull(),
    from_address: text().notNull(),
    to_address: text().notNull(),
    amount: text().notNull(),
    transaction_type: text().notNull().default('transfer'),
    status: text().notNull().default('pending'),
    created_at: at().notNull(),
  },
  (t) => [
    uniqueIndex('wallet_transfers_own').on(t.user_id, t.transaction_hash),
    index('wallet_transfers_wallet').on(t.wallet_address, t.created_at),
  ],
)

export const listVersions = pgTable(
  'list_versions',
  {
    id: text().primaryKey(),
    source: text().notNull(),
    version: text().notNull(),
    sha256: text().notNull(),
    entries: integer().notNull(),
    names: integer().notNull(),
    addresses: integer().notNull(),
    published_at: at(),
    loaded_at: at().notNull(),
    checked_at: at().notNull(),
    etag: text(),
    origin: text().notNull(), // download | folder | sample | sandbox
    organization_id: text(), // set when the list belongs to one sandbox only
    content: bytea().notNull(),
    delta: jsonb().$type<Record<string, unknown> | null>(),
  },
  (t) => [index('list_versions_source').on(t.source, t.loaded_at), index('list_versions_sandbox').on(t.organization_id)],
)

export const screenings = pgTable(
  'screenings',
  {
    id: text().primaryKey(),
    ...tenant(),
    kind: text().notNull().default('sanctions'), // sanctions | verification
    subject_type: text(),
    subject_id: text(),
    wallet_address: text(),
    status: text().notNull(),
    top_score: integer(),
    subject_key_id: text().notNull(),
    subject_sealed: bytea().notNull(),
    result: jsonb().$type<Record<string, unknown>>().notNull(),
    decision_id: text(),
    created_at: at().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [
    index('screenings_organization').on(t.organization_id, t.environment, t.created_at),
    index('screenings_subject').on(t.subject_id),
  ],
)

export const monitoredSubjects = pgTable(
  'monitored_subjects',
  {
    id: text().primaryKey(),
    ...tenant(),
    subject_type: text().notNull(),
    subject_id: text().notNull(),
    subject_key_id: text().notNull(),
    subject_sealed: bytea().notNull(),
    check_id: text(),
    threshold: integer().notNull().default(8500), // score of review, in ten-thousandths
    lists: jsonb().$type<string[] | null>(), // null: all
    last_status: text().notNull(),
    last_matches: jsonb().$type<{ entity_id: string; score: number; match_type: string }[]>().notNull(),
    created_at: at().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [uniqueIndex('monitored_subject').on(t.organization_id, t.environment, t.subject_id)],
)

export const bulkScreenings = pgTable(
  'bulk_screenings',
  {
    id: text().primaryKey(),
    ...tenant(),
    file_name: text().notNull(),
    status: text().notNull().default('queued'),
    total: integer().notNull().default(0),
    done: integer().notNull().default(0),
    hits: integer().notNull().default(0),
    possible: integer().notNull().default(0),
    threshold: integer().notNull(), // score of review, in ten-thousandths
    format: text().notNull(), // csv | jsonl
    columns: jsonb().$type<string[] | null>(), // of a CSV, in order
    only_lists: jsonb().$type<string[] | null>(), // null: all
    lists: jsonb().$type<{ source: string; version: string }[]>().notNull().default([]), // used so far
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    sha256: text(),
    parts: integer().notNull().default(0),
    parts_done: integer().notNull().default(0),
    invalid: integer().notNull().default(0),
    problems: jsonb().$type<{ line: number; reason: string }[]>().notNull().default([]), // the first hundred
    subject_key_id: text().notNull(),
    error: text(),
    created_at: at().notNull(),
    started_at: at(),
    finished_at: at(),
    updated_at: at().notNull(),
  },
  (t) => [
    index('bulk_screenings_organization').on(t.organization_id, t.environment, t.created_at),
    index('bulk_screenings_due').on(t.status, t.updated_at),
  ],
)

/** A file of names and its results in sealed pieces of up to a thousand records, so that work can go on where it stopped. */
export const bulkParts = pgTable(
  'bulk_parts',
  {
    bulk_id: text()
      .notNull()
      .references(() => bulkScreenings.id, { onDelete: 'cascade' }),
    part: integer().notNull(),
    first_line: integer().notNull(),
    input_sealed: bytea().notNull(),
    output_sealed: bytea(),
  },
  (t) => [primaryKey({ columns: [t.bulk_id, t.part] })],
)

export const exceptions = pgTable(
  'exceptions',
  {
    id: text().primaryKey(),
    ...tenant(),
    subject_id: text().notNull(), // keyed hash of whom it is about, see core/screenings/subject-key.ts
    entity_id: text().notNull(),
    entity_name: text().notNull(),
    wallet_address: text(),
    check_id: text().notNull(),
    reason: text().notNull(),
    author: text().notNull(), // who asked for it
    approved_by: text(), // another person
    approved_at: at(),
    subject_hash: text().notNull(),
    entity_hash: text().notNull(),
    state: text().notNull().default('proposed'), // proposed | active | refused | expired | voided
    end_reason: text(),
    ended_at: at(),
    expires_at: at().notNull(),
    created_at: at().notNull(),
  },
  (t) => [
    index('exceptions_subject').on(t.organization_id, t.environment, t.subject_id),
    index('exceptions_entity').on(t.state, t.entity_id),
    index('exceptions_expiry').on(t.state, t.expires_at),
  ],
)

export const cases = pgTable(
  'cases',
  {
    id: text().primaryKey(),
    ...tenant(),
    kind: text().notNull(),
    status: text().notNull().default('open'), // open | assigned | awaiting_second | decided
    subject_type: text().notNull(),
    subject_id: text().notNull(),
    decision_id: text(),
    priority: integer().notNull().default(0),
    summary: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    assigned_to: text(),
    outcome: text(),
    first_approval: jsonb().$type<Record<string, unknown> | null>(),
    second_approval: jsonb().$type<Record<string, unknown> | null>(),
    notes: jsonb().$type<{ at: string; by: string; text: string }[]>().notNull().default([]),
    /** A holder's appeal against the outcome, when there is one. */
    appeal: jsonb().$type<Record<string, unknown> | null>(),
    overdue_told_at: at(),
    deadline: at().notNull(),
    created_at: at().notNull(),
    decided_at: at(),
  },
  (t) => [
    index('cases_queue').on(t.organization_id, t.environment, t.status, t.priority, t.created_at),
    index('cases_subject').on(t.subject_id),
    index('cases_decision').on(t.decision_id),
    index('cases_appeal').on(sql`(${t.appeal} ->> 'id')`).where(sql`appeal is not null`),
  ],
)

/** What is to happen by itself at a time of its tenant's clock. */
export const timers = pgTable(
  'timers',
  {
    id: text().primaryKey(),
    ...tenant(),
    kind: text().notNull(),
    subject_id: text().notNull(),
    due_at: at().notNull(),
    done_at: at(),
    created_at: at().notNull(),
  },
  (t) => [index('timers_due').on(t.due_at).where(sql`done_at is null`), index('timers_subject').on(t.subject_id)],
)

export const sandboxes = pgTable('sandboxes', {
  organization_id: text().primaryKey(),
  clock_offset_ms: bigint({ mode: 'number' }).notNull().default(0),
  frozen_at: at(),
  seed: text(),
  lists_delta: jsonb().$type<{ add: unknown[]; remove: string[] }>().notNull().default({ add: [], remove: [] }),
  policies: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  parent_id: text(),
  updated_at: at().notNull(),
})

export const sandboxSnapshots = pgTable(
  'sandbox_snapshots',
  {
    id: text().primaryKey(),
    organization_id: text().notNull(),
    label: text().notNull(),
    /** The rows of the world as gzipped JSON, by table. */
    content: bytea().notNull(),
    clock_offset_ms: bigint({ mode: 'number' }).notNull().default(0),
    frozen_at: at(),
    rows: integer().notNull(),
    created_at: at().notNull(),
  },
  (t) => [index('sandbox_snapshots_organization').on(t.organization_id, t.created_at)],
)

export const protocolPolicies = pgTable(
  'protocol_policies',
  {
    ...tenant(),
    protocol: text().notNull(),
    policy: jsonb().$type<Record<string, unknown>>().notNull(),
    paused: boolean().notNull().default(false),
    updated_at: at().notNull(),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.environment, t.protocol] })],
)
