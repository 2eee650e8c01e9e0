import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, decimal, digests, notNegative, positive, ROLES, tenant, together, words } from './shared.ts'

/**
 * Persons who excluded themselves from play. One made by the holder counts everywhere, one an operator recorded in its own
 * organisation. Kept when the person is erased, until its end: erasing must not be a way back into play.
 */
export const selfExclusions = pgTable(
  'self_exclusions',
  {
    id: text().primaryKey(),
    ...tenant(),
    source: text({ enum: ['holder', 'organization'] }).notNull(),
    scope: text({ enum: ['all', 'gambling'] }).notNull(),
    status: text({ enum: ['active', 'ended'] })
      .notNull()
      .default('active'),
    wallet_id: text(),
    person_id: text(),
    user_id: text(),
    person_key: text(), // keyed hash of the identity under a key of its own; taken away when it ends
    until: text().notNull(), // last day, YYYY-MM-DD
    ends_at: at().notNull(), // when that day is over everywhere
    extended_at: at(),
    ended_at: at(),
    created_at: at().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    ...digests(t.person_key),
    check('self_exclusions_ended', sql`(status = 'ended') = (ended_at is not null)`),
    index('self_exclusions_person').on(t.organization_id, t.environment, t.person_id),
    index('self_exclusions_wallet').on(t.organization_id, t.environment, t.wallet_id),
    index('self_exclusions_created').on(t.organization_id, t.environment, t.created_at, t.id),
    index('self_exclusions_user').on(t.user_id),
    index('self_exclusions_key').on(t.person_key),
    index('self_exclusions_due').on(t.status, t.ends_at),
  ],
)

/** Monthly reserve statements of stablecoins. A correction is a new version; none is ever changed. */
export const reserveStatements = pgTable(
  'reserve_statements',
  {
    id: text().primaryKey(),
    ...tenant(),
    token: text().notNull(),
    month: text().notNull(), // YYYY-MM
    version: integer().notNull(),
    supersedes: text().references((): AnyPgColumn => reserveStatements.id),
    correction: text(), // why, when it corrects another
    outstanding: decimal().notNull(),
    reserves: jsonb().$type<Record<string, unknown>[]>().notNull(),
    total: decimal().notNull(),
    counted: decimal().notNull(),
    ratio: text(),
    accountant: jsonb().$type<{ name: string; registration: string }>().notNull(),
    certified_by: jsonb().$type<{ name: string; role: 'ceo' | 'cfo'; signed_at: string }[]>().notNull(),
    document_sha256: text().notNull(),
    document_url: text(),
    due_on: text().notNull(),
    sha256: text().notNull(), // of its canonical form
    decision_id: text().notNull(),
    created_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    ...digests(t.document_sha256, t.sha256),
    ...notNegative(t.outstanding, t.total, t.counted),
    ...positive(t.version),
    uniqueIndex('reserve_statements_version').on(t.organization_id, t.environment, t.token, t.month, t.version),
    index('reserve_statements_created').on(t.organization_id, t.environment, t.created_at, t.id),
  ],
)

/** For each token whose reserves were once stated: the month that is awaited next, and when it is late. */
export const reserveDuties = pgTable(
  'reserve_duties',
  {
    ...tenant(),
    token: text().notNull(),
    next_month: text().notNull(),
    due_at: at(), // null: nothing is outstanding, so nothing is due
    updated_at: at().notNull(),
  },
  (t) => [...words(t), primaryKey({ columns: [t.organization_id, t.environment, t.token] }), index('reserve_duties_due').on(t.due_at)],
)

/** Which rules were in force from when. The first row of an installation was told to nobody. */
export const policies = pgTable(
  'policies',
  {
    id: text().primaryKey(),
    number: bigint({ mode: 'number' }).notNull(),
    change: text({ enum: ['first', 'published', 'rolled_back'] }).notNull(),
    version: text().notNull(),
    sha256: text().notNull(),
    in_force_since: at().notNull(),
    told_at: at(),
  },
  (t) => [...words(t), ...digests(t.sha256), ...positive(t.number), uniqueIndex('policies_number').on(t.number)],
)

/**
 * Venues where securities are traded, as two people of the platform found them registered. Everybody's: they belong to no
 * organisation. A record is never changed besides its state: another registration is another record.
 */
export const venues = pgTable(
  'venues',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    kind: text({ enum: ['exchange', 'ats', 'mtf', 'otf', 'dlt_mtf', 'dlt_tss', 'dosm'] }).notNull(),
    registration: text().notNull(),
    regulator: text().notNull(),
    jurisdictions: jsonb().$type<string[]>().notNull(),
    valid_from: text().notNull(), // a day
    valid_until: text(), // the last day; null as long as nothing is known
    evidence_url: text().notNull(),
    evidence_sha256: text(),
    status: text({ enum: ['proposed', 'active', 'withdrawing', 'refused', 'withdrawn'] })
      .notNull()
      .default('proposed'),
    proposed_by: text().notNull(),
    proposed_at: at().notNull(),
    approved_by: text(),
    approved_at: at(),
    /** Who asked to withdraw it, until another person says the same or keeps it. */
    first_word: jsonb().$type<{ by: string; at: string; reason: string } | null>(),
    decided_by: text(),
    decided_at: at(),
    reason: text(),
  },
  (t) => [
    ...words(t),
    ...digests(t.evidence_sha256),
    together(t.approved_by, t.approved_at),
    uniqueIndex('venues_name').on(sql`lower(${t.name})`).where(sql`status in ('proposed', 'active', 'withdrawing')`),
    uniqueIndex('venues_registration').on(t.regulator, t.registration).where(sql`status in ('proposed', 'active', 'withdrawing')`),
  ],
)

/**
 * What is so of a tenant itself: its licences, its kind of institution, whom it serves. Append-only: the newest row of a fact is the
 * one in force, and those before are its history. The database refuses changes.
 */
export const tenantFacts = pgTable(
  'tenant_facts',
  {
    id: text().primaryKey(),
    ...tenant(),
    fact: text().notNull(),
    value: jsonb(), // null: taken back, so that nobody knows it
    note: text(), // where it can be looked up: register and number
    stated_by: text().notNull(),
    stated_as: text({ enum: ['tenant', 'administrator'] }).notNull(),
    at: at().notNull(),
    effective_at: at(), // null: it counts from when it was said
  },
  (t) => [...words(t), index('tenant_facts_newest').on(t.organization_id, t.environment, t.fact, t.at, t.id)],
)

/** A change of an organisation's settings and policies that was looked at before it is made: what changes, and which decisions would turn. */
export const policyPlans = pgTable(
  'policy_plans',
  {
    id: text().primaryKey(),
    ...tenant(),
    status: text({ enum: ['planned', 'waiting', 'applied', 'refused'] }).notNull(),
    base: text().notNull(), // hash of what was in force when it was made
    policy: jsonb().$type<Record<string, unknown>>().notNull(), // as it will be
    changes: jsonb().$type<Record<string, unknown>[]>().notNull(),
    flips: jsonb().$type<Record<string, unknown>>().notNull(),
    note: text(),
    effective_at: at(), // null: at once
    planned_by: text().notNull(),
    planned_at: at().notNull(),
    expires_at: at().notNull(),
    case_id: text(), // of the second person
    applied_by: text(),
    applied_at: at(),
  },
  (t) => [...words(t), index('policy_plans_newest').on(t.organization_id, t.environment, t.id)],
)

/**
 * What issuers and parties said of an issuer, an offering, an investment or a transaction. Append-only: the newest row of a fact is the
 * word in force, which the object keeps beside it, and those before are its history. The database refuses changes.
 */
export const statedFacts = pgTable(
  'stated_facts',
  {
    id: text().primaryKey(),
    ...tenant(),
    object: text({ enum: ['issuer', 'offering', 'investment', 'transaction'] }).notNull(),
    object_id: text().notNull(), // of the issuer itself: `issuer`
    fact: text().notNull(),
    value: jsonb(), // null: taken back, so that nobody knows it
    stated_by: text().notNull(),
    role: text({ enum: [...ROLES, 'system'] }), // null where it was not kept yet
    at: at().notNull(),
  },
  (t) => [...words(t), index('stated_facts_newest').on(t.organization_id, t.environment, t.object, t.object_id, t.fact, t.at, t.id)],
)
