import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { memberRole, organizations, roleNamed } from './organizations.ts'
import { at, digests, sealed, together, words } from './shared.ts'

/** Who belongs to an organisation, since when, and what they are there. Ended ones stay: the log names their people. */
export const memberships = pgTable(
  'memberships',
  {
    id: text().primaryKey(),
    organization_id: text()
      .notNull()
      .references(() => organizations.id),
    user_id: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ...memberRole(),
    /** How they came. */
    came: text({ enum: ['founded', 'invited', 'sign_on', 'directory'] }).notNull(),
    invited_by: text(),
    /** Since when they have this role, and who gave it: what was asked for before is not theirs to agree to. */
    role_since: at().notNull().defaultNow(),
    role_given_by: jsonb().$type<string[]>().notNull().default([]),
    joined_at: at().notNull().defaultNow(),
    /** When they last chose to work in it. */
    chosen_at: at(),
    ended_at: at(),
    ended_by: text(),
  },
  (t) => [
    ...words(t),
    roleNamed('memberships'),
    together(t.ended_at, t.ended_by),
    uniqueIndex('memberships_active').on(t.user_id, t.organization_id).where(sql`ended_at is null`),
    index('memberships_organization').on(t.organization_id, t.joined_at),
  ],
)

/** Whom an organisation asked to join it. The link's token is in the mail and nowhere else. */
export const memberInvitations = pgTable(
  'member_invitations',
  {
    id: text().primaryKey(),
    organization_id: text()
      .notNull()
      .references(() => organizations.id),
    /** Keyed hash of the address, as accounts have it; null once the address is not needed any more. */
    email_hash: text(),
    email_sealed: sealed<string>(),
    ...memberRole(),
    token_hash: text().notNull(),
    invited_by: text().notNull(),
    created_at: at().notNull().defaultNow(),
    expires_at: at().notNull(),
    accepted_at: at(),
    accepted_by: text(),
    revoked_at: at(),
    revoked_by: text(),
    /** The case in which a second person has to agree before the link is sent; null where nobody has to, or did. */
    waits_for: text(),
    /** Who agreed to it as the second person. */
    agreed_by: text(),
  },
  (t) => [
    ...words(t),
    ...digests(t.email_hash, t.token_hash),
    roleNamed('member_invitations'),
    together(t.accepted_at, t.accepted_by),
    together(t.revoked_at, t.revoked_by),
    uniqueIndex('member_invitations_token').on(t.token_hash),
    uniqueIndex('member_invitations_open')
      .on(t.organization_id, t.email_hash)
      .where(sql`accepted_at is null and revoked_at is null and email_hash is not null`),
    index('member_invitations_email').on(t.email_hash),
  ],
)
