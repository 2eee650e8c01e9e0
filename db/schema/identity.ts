import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import {
  at,
  bytea,
  CONTROL_METHODS,
  DATED_BY,
  digests,
  FAMILIES,
  MARKETS,
  notNegative,
  positive,
  SCREENED,
  type Sealed,
  tenant,
  together,
  within,
  words,
} from './shared.ts'

export const persons = pgTable(
  'persons',
  {
    id: text().primaryKey(),
    ...tenant(),
    kind: text({ enum: ['natural', 'entity'] })
      .notNull()
      .default('natural'),
    person_key: text(), // keyed hash of the normalised identity, for deduplication
    subject_key_id: text().notNull(),
    pii_sealed: bytea(),
    country: text(),
    erased_at: at(),
    created_at: at().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [...words(t), ...digests(t.person_key), index('persons_key').on(t.organization_id, t.environment, t.person_key)],
)

export const wallets = pgTable(
  'wallets',
  {
    id: text().primaryKey(),
    ...tenant(),
    address: text().notNull(), // canonical: EIP-55 or base58 as is
    family: text({ enum: FAMILIES }).notNull(),
    person_id: text().references(() => persons.id),
    user_id: text().references(() => users.id),
    control: text({ enum: ['asserted', 'proven'] })
      .notNull()
      .default('asserted'),
    control_method: text({ enum: [...CONTROL_METHODS, 'sandbox'] }),
    /** Of a contract: the chain on which it said so. */
    control_chain_id: integer(),
    control_proven_at: at(),
    verification_status: text({ enum: ['none', 'pending', 'basic', 'enhanced', 'rejected'] })
      .notNull()
      .default('none'),
    verified_at: at(),
    status: text({ enum: ['active', 'unlinked', 'superseded'] })
      .notNull()
      .default('active'),
    superseded_by: text().references((): AnyPgColumn => wallets.id),
    creator: jsonb().$type<Record<string, unknown> | null>(),
    created_at: at().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    together(t.control_method, t.control_proven_at),
    uniqueIndex('wallets_address').on(t.organization_id, t.environment, t.address),
    index('wallets_organization').on(t.organization_id, t.environment, t.created_at),
    index('wallets_person').on(t.person_id),
    index('wallets_user').on(t.user_id),
    // An address made to be taken for another one begins and ends like it.
    index('wallets_ends').on(t.organization_id, t.environment, sql`left(lower(${t.address}), 6)`, sql`right(lower(${t.address}), 4)`),
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
    level: text({ enum: ['basic', 'enhanced', 'accredited'] }).notNull(),
    state: text({ enum: ['active', 'suspended', 'expired', 'revoked', 'superseded'] })
      .notNull()
      .default('active'),
    source: text({ enum: ['verification', 'sandbox_implicit', 'import'] }).notNull(),
    evidence: text({ enum: ['self_declared', 'credential', 'document'] })
      .notNull()
      .default('self_declared'),
    credential_hash: text().notNull(),
    status_list: integer().notNull(),
    status_index: integer().notNull(),
    superseded_by: text(),
    reason_code: text(),
    decision_id: text(),
    evidence_id: text(), // null where nobody looked: in the sandbox, and from before evidence was kept
    warned_days: integer(),
    // issued: a form for a chain was given out; unknown: a chain it was given out for cannot be asked; confirmed: ended there too
    chain_state: text({ enum: ['none', 'issued', 'unknown', 'confirmed'] })
      .notNull()
      .default('none'),
    issued_at: at().notNull(),
    expires_at: at().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    ...notNegative(t.status_list, t.status_index),
    index('credentials_person').on(t.organization_id, t.environment, t.person_id),
    index('credentials_wallet').on(t.wallet_id),
    index('credentials_expiry').on(t.state, t.expires_at),
    uniqueIndex('credentials_status').on(t.environment, t.status_list, t.status_index),
  ],
)

/** On-chain identities (ONCHAINID) that a wallet signed for and was seen to manage. Claims are made for these only. */
export const walletIdentities = pgTable(
  'wallet_identities',
  {
    ...tenant(),
    wallet_id: text()
      .notNull()
      .references(() => wallets.id),
    chain_id: integer().notNull(),
    identity: text().notNull(),
    method: text({ enum: [...CONTROL_METHODS, 'sandbox'] }).notNull(),
    /** The final block at which the wallet's key was a management key. */
    block: text().notNull(),
    proven_at: at().notNull(),
  },
  (t) => [...words(t), primaryKey({ columns: [t.organization_id, t.environment, t.wallet_id, t.chain_id, t.identity] })],
)

// Forms of a credential that were given out for a chain, so that its end is carried there too.
export const credentialCopies = pgTable(
  'credential_copies',
  {
    ...tenant(),
    credential_id: text()
      .notNull()
      .references(() => credentials.id),
    form: text({ enum: ['erc735', 'eas'] }).notNull(),
    chain_id: integer().notNull(),
    /** The claim issuer, or the EAS contract. */
    contract: text().notNull(),
    /** Of a claim; empty for an attestation. */
    identity: text().notNull().default(''),
    /** How the contract takes it back: status | onchainid | eas. */
    kind: text({ enum: ['status', 'onchainid', 'eas'] }).notNull(),
    signed: jsonb().$type<{ signature?: string; topic?: string; uid?: string; signer?: string }[]>().notNull(),
    state: text({ enum: ['issued', 'unknown', 'confirmed'] })
      .notNull()
      .default('issued'),
    /** The final block that was read last. */
    block: text(),
    checked_at: at(),
    confirmed_at: at(),
    created_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    primaryKey({ columns: [t.organization_id, t.environment, t.credential_id, t.form, t.chain_id, t.contract, t.identity] }),
    index('credential_copies_credential').on(t.credential_id),
  ],
)

/** Which business relied on which credential, when, for what. */
export const credentialUses = pgTable(
  'credential_uses',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    ...tenant(),
    credential_id: text()
      .notNull()
      .references(() => credentials.id),
    person_id: text().notNull(),
    market: text({ enum: MARKETS }).notNull(),
    decision_id: text().notNull(),
    disclosed: jsonb().$type<string[]>().notNull(),
    used_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    index('credential_uses_credential').on(t.credential_id, t.used_at),
    index('credential_uses_market').on(t.credential_id, t.market),
  ],
)

export const consents = pgTable(
  'consents',
  {
    id: text().primaryKey(),
    ...tenant(),
    person_id: text()
      .notNull()
      .references(() => persons.id),
    levels: jsonb().$type<string[]>().notNull(),
    given_at: at().notNull(),
    withdrawn_at: at(),
  },
  (t) => [...words(t), index('consents_person').on(t.organization_id, t.environment, t.person_id)],
)

export const challenges = pgTable(
  'wallet_challenges',
  {
    nonce: text().primaryKey(),
    ...tenant(),
    address: text().notNull(),
    message: text().notNull(),
    purpose: text().notNull(),
    /** The organisation's own, in whose name the wallet is asked; null for ours. */
    domain: text(),
    expires_at: at().notNull(),
    used_at: at(),
  },
  (t) => [...words(t)],
)

/** Transfers a connected browser wallet reported (product spec, wallet-transaction-create). */
export const walletTransfers = pgTable(
  'wallet_transfers',
  {
    id: text().primaryKey(),
    user_id: text()
      .notNull()
      .references(() => users.id),
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
    dated_by: text({ enum: DATED_BY }), // list | server | file; null in versions stored before it was noted
    loaded_at: at().notNull(),
    checked_at: at().notNull(),
    etag: text(),
    origin: text({ enum: ['download', 'folder', 'sample', 'sandbox'] }).notNull(),
    organization_id: text(), // set when the list belongs to one sandbox only
    content: bytea().notNull(),
    profile: jsonb().$type<{ counts: Record<string, number>; marks: Record<string, number | string> } | null>(), // null in versions stored before it was kept
    delta: jsonb().$type<Record<string, unknown> | null>(),
  },
  (t) => [
    ...words(t),
    ...digests(t.sha256),
    ...notNegative(t.entries, t.names, t.addresses),
    index('list_versions_source').on(t.source, t.loaded_at),
    index('list_versions_sandbox').on(t.organization_id),
  ],
)

/** Versions that were not put in force because something speaks against them. Two people release or discard each. */
export const listHolds = pgTable(
  'list_holds',
  {
    id: text().primaryKey(), // becomes the id of the version when it is released
    source: text().notNull(),
    version: text().notNull(),
    sha256: text().notNull(),
    entries: integer().notNull(),
    names: integer().notNull(),
    addresses: integer().notNull(),
    published_at: at(),
    dated_by: text({ enum: DATED_BY }),
    loaded_at: at().notNull(), // first offered
    checked_at: at().notNull(), // last offered
    etag: text(),
    origin: text({ enum: ['download', 'folder'] }).notNull(),
    content: bytea(), // null when the files could not be read
    profile: jsonb().$type<{ counts: Record<string, number>; marks: Record<string, number | string> } | null>(),
    findings: jsonb().$type<{ code: string; detail: string }[]>().notNull(),
    before_id: text(), // the version in force when it was held
    state: text({ enum: ['held', 'released', 'discarded', 'superseded'] })
      .notNull()
      .default('held'),
    first_word: jsonb().$type<{ by: string; at: string; outcome: 'release' | 'discard'; reason: string } | null>(),
    decided_by: text(),
    decided_at: at(),
    reason: text(),
  },
  (t) => [
    ...words(t),
    ...digests(t.sha256),
    ...notNegative(t.entries, t.names, t.addresses),
    uniqueIndex('list_holds_open').on(t.source, t.sha256).where(sql`state in ('held', 'discarded')`),
  ],
)

export const screenings = pgTable(
  'screenings',
  {
    id: text().primaryKey(),
    ...tenant(),
    kind: text({ enum: ['sanctions', 'verification'] })
      .notNull()
      .default('sanctions'),
    subject_type: text(),
    subject_id: text(),
    wallet_address: text(),
    status: text({ enum: SCREENED }).notNull(),
    top_score: integer(),
    subject_key_id: text().notNull(),
    subject_sealed: bytea().notNull(),
    result: jsonb().$type<Record<string, unknown>>().notNull(),
    decision_id: text(),
    created_at: at().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    within(t.top_score, 0, 10000),
    index('screenings_organization').on(t.organization_id, t.environment, t.created_at),
    index('screenings_subject').on(t.subject_id),
    index('screenings_wallet').on(t.wallet_address, t.created_at).where(sql`wallet_address is not null`),
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
    last_status: text({ enum: SCREENED }).notNull(),
    last_matches: jsonb().$type<{ entity_id: string; score: number; match_type: string }[]>().notNull(),
    created_at: at().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [...words(t), within(t.threshold, 0, 10000), uniqueIndex('monitored_subject').on(t.organization_id, t.environment, t.subject_id)],
)

export const bulkScreenings = pgTable(
  'bulk_screenings',
  {
    id: text().primaryKey(),
    ...tenant(),
    file_name: text().notNull(),
    status: text({ enum: ['uploading', 'queued', 'running', 'completed', 'cancelled', 'failed'] })
      .notNull()
      .default('queued'),
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
    ...words(t),
    ...digests(t.sha256),
    ...notNegative(t.total, t.done, t.hits, t.possible, t.bytes, t.parts, t.parts_done, t.invalid),
    within(t.threshold, 0, 10000),
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
  (t) => [...notNegative(t.part, t.first_line), primaryKey({ columns: [t.bulk_id, t.part] })],
)

export const exceptions = pgTable(
  'exceptions',
  {
    id: text().primaryKey(),
    ...tenant(),
    subject_id: text().notNull(), // keyed hash of whom it is about, see core/screening/matching/subject-key.ts
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
    state: text({ enum: ['proposed', 'active', 'refused', 'expired', 'voided'] })
      .notNull()
      .default('proposed'),
    end_reason: text(),
    ended_at: at(),
    /** What tells the subject from the entry, where the name alone is exact or strong: sealed with the key of the name. */
    evidence: text().$type<Sealed<unknown>>(),
    /** Keyed hash of it, as the log has it. */
    evidence_hash: text(),
    expires_at: at().notNull(),
    created_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    ...digests(t.evidence_hash),
    together(t.approved_by, t.approved_at),
    index('exceptions_subject').on(t.organization_id, t.environment, t.subject_id),
    index('exceptions_entity').on(t.state, t.entity_id),
    index('exceptions_expiry').on(t.state, t.expires_at),
  ],
)

/** Files of enhanced due diligence. What was found out is sealed with the person's own key. */
export const dueDiligenceFiles = pgTable(
  'due_diligence_files',
  {
    id: text().primaryKey(),
    ...tenant(),
    person_id: text()
      .notNull()
      .references(() => persons.id),
    covers: text().array().notNull(), // country | pep
    subject_key_id: text().notNull(),
    findings_sealed: bytea().notNull(),
    document_sha256: text(),
    state: text({ enum: ['proposed', 'approved', 'withdrawn'] })
      .notNull()
      .default('proposed'),
    author: text().notNull(),
    approved_by: text(), // another person
    approved_in_capacity: text(), // their office
    approved_at: at(),
    ended_by: text(),
    ended_at: at(),
    created_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    ...digests(t.document_sha256),
    together(t.approved_by, t.approved_at),
    together(t.ended_by, t.ended_at),
    index('due_diligence_files_person').on(t.organization_id, t.environment, t.person_id),
  ],
)

export const cases = pgTable(
  'cases',
  {
    id: text().primaryKey(),
    ...tenant(),
    kind: text().notNull(),
    status: text({ enum: ['open', 'assigned', 'awaiting_info', 'awaiting_second', 'decided'] })
      .notNull()
      .default('open'),
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
    ...words(t),
    index('cases_queue').on(t.organization_id, t.environment, t.status, t.priority, t.created_at),
    index('cases_subject').on(t.subject_id),
    index('cases_decision').on(t.decision_id),
    index('cases_appeal').on(sql`(${t.appeal} ->> 'id')`).where(sql`appeal is not null`),
    index('cases_asked').on(sql`(${t.details} -> 'question' ->> 'user_id')`).where(sql`status = 'awaiting_info'`),
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
  (t) => [...words(t), index('timers_due').on(t.due_at).where(sql`done_at is null`), index('timers_subject').on(t.subject_id)],
)

/** What a protocol asks of a wallet. `min_level` can raise the default, not lower it. */
export interface ProtocolTerms {
  min_level?: 'defi-basic' | 'defi-enhanced' | 'defi-institutional'
  blocked_countries?: string[]
  /** The contracts permits are made for; none listed: any. */
  contracts?: { chain_id: number; address: string }[]
}
export interface ProtocolVersion {
  version: number
  policy: ProtocolTerms
  paused: boolean
  /** From when it was in force. */
  since: string
}
/** A contract that a wallet proved to control. */
export interface ContractProof {
  chain_id: number
  address: string
  wallet: string
  /** `not_asked` in the sandbox, which has no chain. */
  role: 'owner' | 'admin' | 'deployer' | 'not_asked'
  /** Of a deployer: by which the contract was made. */
  transaction?: string
  proven_at: string
  proven_by: string
}
export const protocolPolicies = pgTable(
  'protocol_policies',
  {
    ...tenant(),
    id: text().notNull().default(sql`'ptc_' || md5(random()::text)`),
    /** The name in lower case, by which it is found. */
    protocol: text().notNull(),
    /** As it was given, and as permits carry it. */
    name: text().notNull().default(''),
    version: integer().notNull().default(1),
    policy: jsonb().$type<ProtocolTerms>().notNull(),
    paused: boolean().notNull().default(false),
    /** The versions before this one, oldest first. */
    history: jsonb().$type<ProtocolVersion[]>().notNull().default([]),
    /** Of the listed contracts those whose control is proven. */
    proofs: jsonb().$type<ContractProof[]>().notNull().default([]),
    created_at: at().notNull().default(sql`now()`),
    updated_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    ...positive(t.version),
    primaryKey({ columns: [t.organization_id, t.environment, t.protocol] }),
    uniqueIndex('protocol_policies_id').on(t.id),
    index('protocol_policies_contracts').using('gin', sql`(policy -> 'contracts') jsonb_path_ops`),
    index('protocol_policies_proofs').using('gin', sql`proofs jsonb_path_ops`),
  ],
)
