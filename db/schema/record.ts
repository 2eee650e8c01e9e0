import { sql } from 'drizzle-orm'
import { bigint, bigserial, check, index, integer, jsonb, pgSequence, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, bytea, bytes32, digests, notNegative, positive, sealed, tenant, together, within, words } from './shared.ts'

/** Append-only (a trigger refuses UPDATE and DELETE). Each row is one leaf of the Merkle log. */
export const auditLogs = pgTable(
  'audit_logs',
  {
    id: text().primaryKey(),
    user_id: text(),
    action: text().notNull(),
    category: text({ enum: ['auth', 'investment', 'admin', 'user', 'payment', 'system'] }).notNull(),
    status: text({ enum: ['success', 'failure'] }).notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    timestamp: at().notNull(),
    ...tenant(),
    actor_type: text({ enum: ['api_key', 'user', 'system', 'anonymous'] }).notNull(),
    actor_id: text().notNull(),
    subject_type: text(),
    subject_id: text(),
    request_id: text(),
    leaf_hash: bytea().notNull(),
  },
  (t) => [
    ...words(t),
    ...bytes32(t.leaf_hash),
    together(t.subject_type, t.subject_id),
    index('audit_logs_user').on(t.user_id, t.timestamp).where(sql`user_id is not null`),
    index('audit_logs_organization').on(t.organization_id, t.environment, t.timestamp),
    index('audit_logs_subject').on(t.subject_id),
    index('audit_logs_timestamp').on(t.timestamp),
  ],
)

/** Leaves that are committed but have no place in the tree yet, several in a row: see db/pending-leaves.ts. Drained by the sequencer. */
export const logPending = pgTable(
  'log_pending',
  {
    position: bigserial({ mode: 'number' }).primaryKey(),
    audit_id: text().notNull(),
    leaf_hash: bytea().notNull(),
  },
  () => [check('log_pending_leaves', sql`octet_length(leaf_hash) > 0 and octet_length(leaf_hash) % 32 = 0`)],
)

/** The tree's leaves in order. Append-only. */
export const logEntries = pgTable(
  'log_entries',
  {
    leaf_index: bigint({ mode: 'number' }).primaryKey(),
    audit_id: text().notNull(),
    leaf_hash: bytea().notNull(),
  },
  (t) => [...bytes32(t.leaf_hash), ...notNegative(t.leaf_index), uniqueIndex('log_entries_audit').on(t.audit_id)],
)

/** Hashes of complete subtrees: level 1 joins two leaves, and so on. Levels 1 to 3 are of old rows only. Append-only. */
export const logNodes = pgTable(
  'log_nodes',
  { level: integer().notNull(), position: bigint({ mode: 'number' }).notNull(), hash: bytea().notNull() },
  (t) => [...bytes32(t.hash), ...notNegative(t.level, t.position), primaryKey({ columns: [t.level, t.position] })],
)

/** Signed heads: one a size, and one more where the log's name or key changed. Append-only. */
export const logCheckpoints = pgTable(
  'log_checkpoints',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    tree_size: bigint({ mode: 'number' }).notNull(),
    root_hash: bytea().notNull(),
    note: text().notNull(),
    created_at: at().notNull().defaultNow(),
  },
  (t) => [...bytes32(t.root_hash), ...notNegative(t.tree_size), uniqueIndex('log_checkpoints_note').on(t.tree_size, t.note)],
)

/** What witnesses signed below a checkpoint, a line each, as they sent it and after it was verified. Append-only. */
export const logCosignatures = pgTable(
  'log_cosignatures',
  {
    checkpoint_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => logCheckpoints.id),
    witness: text().notNull(),
    line: text().notNull(),
    created_at: at().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.checkpoint_id, t.witness] })],
)

/**
 * Which log this is, and its restores: a database brought back from a backup goes on under a new name of the log, from the head
 * `note`, which the log's key signed. The first epoch has none. Append-only.
 */
export const logEpochs = pgTable(
  'log_epochs',
  {
    epoch: integer().primaryKey(),
    log_id: text().notNull(),
    note: text(),
    reason: text().notNull(),
    created_at: at().notNull().defaultNow(),
  },
  (t) => [...positive(t.epoch)],
)

/** Every decision with what it was made from, so that it can be made again. `facts_sealed` is encrypted per subject. */
export const decisions = pgTable(
  'decisions',
  {
    id: text().primaryKey(),
    ...tenant(),
    check: text().notNull(),
    market: text(),
    outcome: text({ enum: ['allow', 'review', 'needs_info', 'deny'] }).notNull(),
    reason_codes: jsonb().$type<string[]>().notNull(),
    subject_type: text(),
    subject_id: text(),
    wallet_address: text(),
    subject_key_id: text().notNull(),
    facts_sealed: bytea().notNull(),
    /** Whole, or in the short form that `readResult` of core/record/decisions/result.ts makes whole. */
    result: jsonb().$type<Record<string, unknown>>().notNull(),
    result_hash: text().notNull(),
    ruleset_version: text().notNull(),
    ruleset_sha256: text().notNull(),
    lists: jsonb().$type<unknown[]>().notNull(),
    audit_id: text().notNull(),
    request_id: text(),
    evaluated_at: at().notNull(),
    expires_at: at(),
  },
  (t) => [
    ...words(t),
    ...digests(t.result_hash, t.ruleset_sha256),
    together(t.subject_type, t.subject_id),
    index('decisions_organization').on(t.organization_id, t.environment, t.evaluated_at),
    // Sanctions checks are many, and each names its decision itself.
    index('decisions_subject').on(t.subject_id, t.evaluated_at).where(sql`subject_type <> 'sanctions_check'`),
    // For holders who appeal: only refusals, so that the many that allow cost nothing.
    index('decisions_refused').on(t.wallet_address, t.evaluated_at).where(sql`outcome <> 'allow'`),
  ],
)

/** What outcomes of one rule have in common, kept once: decisions name it by its id, which is drawn from the texts. */
export const decisionParts = pgTable('decision_parts', { id: text().primaryKey(), texts: jsonb().$type<string[]>().notNull() })

/** Data keys, one per subject, wrapped by the master key. Destroying the wrapped key erases what it sealed. */
export const subjectKeys = pgTable(
  'subject_keys',
  {
    id: text().primaryKey(),
    ...tenant(),
    wrapped_key: bytea(),
    destroyed_at: at(),
    created_at: at().notNull().defaultNow(),
  },
  (t) => [
    ...words(t),
    check('subject_keys_destroyed', sql`(wrapped_key is null) = (destroyed_at is not null)`),
    // Of keys that lie in a database of their own: that they were made.
    index('subject_keys_elsewhere').on(t.id).where(sql`octet_length(wrapped_key) = 0`),
  ],
)

/**
 * Secrets from which the product's keys are derived, wrapped by the key service: the first one, where it is kept, and one for
 * each rotation of a group. Of a key that never leaves the service, only its name there.
 */
export const keyRoots = pgTable(
  'key_roots',
  {
    group: text().notNull(),
    generation: integer().notNull(),
    service: text().notNull(),
    wrapped: bytea(),
    held_as: text(),
    since: at().notNull(),
    created_at: at().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.group, t.generation] })],
)

/** Numbers of `events.published`, given out by one dispatcher at a time. */
export const eventOrder = pgSequence('event_order')

export const events = pgTable(
  'events',
  {
    id: text().primaryKey(),
    ...tenant(),
    type: text().notNull(),
    resource_type: text().notNull(),
    resource_id: text().notNull(),
    sequence: integer().notNull(),
    object: jsonb().$type<Record<string, unknown>>().notNull(),
    previous: jsonb().$type<Record<string, unknown> | null>(),
    request_id: text(),
    idempotency_key: text(),
    actor_type: text({ enum: ['api_key', 'user', 'system', 'holder'] }).notNull(),
    actor_id: text().notNull(),
    position: bigserial({ mode: 'number' }).notNull(),
    dispatched_at: at(),
    /** The order in which events became known: `position` is taken before a transaction commits, and a later one may commit first. */
    published: bigint({ mode: 'number' }),
    created_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    ...positive(t.sequence),
    index('events_published').on(t.organization_id, t.environment, t.published).where(sql`published is not null`),
    index('events_created').on(t.organization_id, t.environment, t.created_at),
    index('events_organization').on(t.organization_id, t.environment, t.position),
    index('events_resource').on(t.organization_id, t.environment, t.resource_id, t.sequence),
    index('events_undispatched').on(t.position).where(sql`dispatched_at is null`),
  ],
)

export const eventSequences = pgTable(
  'event_sequences',
  { ...tenant(), resource_id: text().notNull(), sequence: integer().notNull() },
  (t) => [...words(t), ...positive(t.sequence), primaryKey({ columns: [t.organization_id, t.environment, t.resource_id] })],
)

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    ...tenant(),
    method: text().notNull(),
    path: text().notNull(),
    key: text().notNull(),
    body_hash: text().notNull(),
    status: integer().notNull(),
    body: sealed<string>().notNull(),
    /** Ids and wallets the answer names; null in rows of old versions, whose body is plain. */
    mentions: jsonb().$type<string[]>(),
    /** The version of the API that the answer is in; null in rows from before there were two. */
    api_version: text(),
    created_at: at().notNull().defaultNow(),
  },
  (t) => [
    ...words(t),
    ...digests(t.body_hash),
    within(t.status, 100, 599),
    primaryKey({ columns: [t.organization_id, t.environment, t.method, t.path, t.key] }),
    index('idempotency_created').on(t.created_at),
  ],
)

export const requestLogs = pgTable(
  'request_logs',
  {
    id: text().primaryKey(),
    ...tenant(),
    api_key_id: text(),
    method: text().notNull(),
    path: text().notNull(),
    operation: text(),
    status: integer().notNull(),
    duration_ms: integer().notNull(),
    error_code: text(),
    decision_id: text(),
    wallet_address: text(),
    request_body: jsonb(),
    /** Of rows from before `response_text`. */
    response_body: jsonb(),
    /** JSON, kept as it was sent: making jsonb of it would cost the database more than the rest of the row. */
    response_text: text(),
    ip: text(),
    created_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    ...notNegative(t.duration_ms),
    within(t.status, 100, 599),
    index('request_logs_organization').on(t.organization_id, t.environment, t.created_at),
  ],
)

export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  tokens: bigint({ mode: 'number' }).notNull(),
  updated_at: at().notNull(),
})

export const mails = pgTable(
  'mails',
  {
    id: text().primaryKey(),
    /** Keyed hash of the address it goes to. */
    to_hash: text(),
    content_sealed: sealed<{ to: string; subject: string; html: string; text: string; unsubscribe_url?: string | undefined }>(),
    /** As before mails were sealed: empty, and only core/kernel/mails/queue.ts reads them. */
    plain_to: text('to'),
    plain_subject: text('subject'),
    plain_html: text('html'),
    plain_text: text('text'),
    plain_unsubscribe_url: text('unsubscribe_url'),
    status: text({ enum: ['queued', 'sent', 'failed'] })
      .notNull()
      .default('queued'),
    attempts: integer().notNull().default(0),
    last_error: text(),
    next_attempt_at: at().notNull().defaultNow(),
    created_at: at().notNull().defaultNow(),
    sent_at: at(),
  },
  (t) => [
    ...words(t),
    ...digests(t.to_hash),
    ...notNegative(t.attempts),
    index('mails_due').on(t.status, t.next_attempt_at),
    index('mails_created').on(t.created_at),
    index('mails_to').on(t.to_hash),
  ],
)

export const documents = pgTable(
  'documents',
  {
    id: text().primaryKey(),
    ...tenant(),
    owner_type: text({ enum: ['user', 'offering', 'investor', 'identity_session'] }).notNull(),
    owner_id: text().notNull(),
    kind: text().notNull(),
    file_name: sealed<string>().notNull(),
    media_type: text().notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    subject_key_id: text().notNull(),
    content_sealed: bytea().notNull(),
    status: text({ enum: ['pending', 'uploaded', 'accepted', 'refused', 'removed'] })
      .notNull()
      .default('pending'),
    created_at: at().notNull().defaultNow(),
  },
  (t) => [
    ...words(t),
    ...digests(t.sha256),
    ...notNegative(t.size),
    index('documents_owner').on(t.owner_id, t.created_at),
    index('documents_organization').on(t.organization_id),
  ],
)
