import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, decimal, tenant } from './shared.ts'

/**
 * Persons who excluded themselves from play. One made by the holder counts everywhere, one an operator recorded in its own
 * organisation. Kept when the person is erased, until its end: erasing must not be a way back into play.
 */
export const selfExclusions = pgTable(
  'self_exclusions',
  {
    id: text().primaryKey(),
    ...tenant(),
    source: text().notNull(), // holder | organization
    scope: text().notNull(), // all | gambling
    status: text().notNull().default('active'), // active | ended
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
    supersedes: text(),
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
  (t) => [primaryKey({ columns: [t.organization_id, t.environment, t.token] }), index('reserve_duties_due').on(t.due_at)],
)

/** Which rules were in force from when. The first row of an installation was told to nobody. */
export const policies = pgTable(
  'policies',
  {
    id: text().primaryKey(),
    number: bigint({ mode: 'number' }).notNull(),
    change: text().notNull(), // first | published | rolled_back
    version: text().notNull(),
    sha256: text().notNull(),
    in_force_since: at().notNull(),
    told_at: at(),
  },
  (t) => [uniqueIndex('policies_number').on(t.number)],
)
