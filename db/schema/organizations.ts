import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, bytea, MEMBER_ROLES, notNegative, together, words } from './shared.ts'

/** What an organisation asks of the sessions that work in it. What is left out is not asked. */
export interface SessionPolicy {
  /** Only sessions that its identity provider opened; its owners also by two factors of their own. */
  sign_on?: true
  second_factor?: true
  /** How old the proof of it may be. */
  second_factor_hours?: number
  idle_minutes?: number
  absolute_hours?: number
  /** Addresses and ranges (CIDR) it is used from, by people and by keys. */
  addresses?: string[]
}

export const organizations = pgTable(
  'organizations',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    kind: text({ enum: ['tenant', 'throwaway', 'fixtures'] })
      .notNull()
      .default('tenant'),
    /** Whose limits it counts towards: a tenant's, or those of everybody at one address. Null: its own. */
    budget_id: text(),
    forked_from: text(),
    settings: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** What a session needs to work in it. */
    session_policy: jsonb().$type<SessionPolicy>().notNull().default({}),
    expires_at: at(),
    /** When an owner of it first had the role issuer or admin on the platform. It stays: what was entrusted to it then is there. */
    issuer_since: at(),
    /** While set, its keys do nothing; after `ends_at` it is erased. Both are empty again once that is called off. */
    ending_since: at(),
    ends_at: at(),
    ending_by: text(),
    /** When it was erased. Its log and what the law keeps stay. */
    ended_at: at(),
    created_at: at().notNull().defaultNow(),
  },
  (t) => [...words(t), together(t.ending_since, t.ends_at), index('organizations_budget').on(sql`coalesce(${t.budget_id}, ${t.id})`)],
)

/** A set of permissions that an organisation made for itself. */
export const organizationRoles = pgTable(
  'organization_roles',
  {
    id: text().primaryKey(),
    organization_id: text()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    permissions: jsonb().$type<string[]>().notNull(),
    created_by: text().notNull(),
    created_at: at().notNull().defaultNow(),
    updated_at: at().notNull().defaultNow(),
    ended_at: at(),
  },
  (t) => [...words(t), uniqueIndex('organization_roles_name').on(t.organization_id, sql`lower(${t.name})`).where(sql`ended_at is null`)],
)

/** What somebody is in an organisation: one of the product's roles, or one of the organisation's own. */
export const memberRole = () => ({
  role: text({ enum: MEMBER_ROLES }).notNull(),
  /** Which of the organisation's own roles, where it is one. */
  role_id: text().references(() => organizationRoles.id),
})
export const roleNamed = (table: string) => check(`${table}_role_named`, sql`(role = 'custom') = (role_id is not null)`)

/** A program that acts for an organisation: keys of its own, which stay when people leave. */
export const serviceAccounts = pgTable(
  'service_accounts',
  {
    id: text().primaryKey(),
    organization_id: text()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    ...memberRole(),
    created_by: text().notNull(),
    created_at: at().notNull().defaultNow(),
    ended_at: at(),
    ended_by: text(),
  },
  (t) => [
    ...words(t),
    roleNamed('service_accounts'),
    together(t.ended_at, t.ended_by),
    uniqueIndex('service_accounts_name').on(t.organization_id, sql`lower(${t.name})`).where(sql`ended_at is null`),
  ],
)

/** Sight of an organisation's data that it gives the platform's administrators for a time: asked for, given, and over. */
export const supportAccess = pgTable(
  'support_access',
  {
    id: text().primaryKey(),
    organization_id: text()
      .notNull()
      .references(() => organizations.id),
    /** Why, in the words of whoever asked, or of who gave it without being asked. */
    reason: text().notNull(),
    hours: integer().notNull(),
    asked_by: text(),
    asked_at: at(),
    granted_by: text(),
    granted_at: at(),
    /** Until when it lasts at most. */
    ends_at: at(),
    /** Ended before that, or declined; by either side. */
    ended_at: at(),
    ended_by: text(),
    created_at: at().notNull().defaultNow(),
  },
  (t) => [
    ...words(t),
    together(t.asked_at, t.asked_by),
    together(t.granted_at, t.granted_by),
    check('support_access_until', sql`(granted_at is null) = (ends_at is null)`),
    together(t.ended_at, t.ended_by),
    check('support_access_most', sql`hours between 1 and 72`),
    uniqueIndex('support_access_open').on(t.organization_id).where(sql`ended_at is null and granted_at is null`),
    index('support_access_organization').on(t.organization_id, t.created_at),
  ],
)

/** Worlds of an organisation's sandbox, to come back to. */
export const sandboxSnapshots = pgTable(
  'sandbox_snapshots',
  {
    id: text().primaryKey(),
    organization_id: text()
      .notNull()
      .references(() => organizations.id),
    label: text().notNull(),
    /** The rows of the world as gzipped JSON, by table. */
    content: bytea().notNull(),
    clock_offset_ms: bigint({ mode: 'number' }).notNull().default(0),
    frozen_at: at(),
    rows: integer().notNull(),
    created_at: at().notNull(),
  },
  (t) => [...notNegative(t.rows), index('sandbox_snapshots_organization').on(t.organization_id, t.created_at)],
)

export const sandboxes = pgTable('sandboxes', {
  organization_id: text()
    .primaryKey()
    .references(() => organizations.id),
  clock_offset_ms: bigint({ mode: 'number' }).notNull().default(0),
  frozen_at: at(),
  seed: text(),
  lists_delta: jsonb().$type<{ add: unknown[]; remove: string[] }>().notNull().default({ add: [], remove: [] }),
  policies: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  parent_id: text(),
  updated_at: at().notNull(),
})
