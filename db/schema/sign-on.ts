import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { memberRole, organizationRoles, organizations, roleNamed } from './organizations.ts'
import { at, digests, MEMBER_ROLES, sealed, together, words } from './shared.ts'

/** With whom the people of an organisation sign on: one identity provider, by OpenID Connect or by SAML. */
export const signOnProviders = pgTable(
  'sign_on_providers',
  {
    organization_id: text()
      .primaryKey()
      .references(() => organizations.id),
    kind: text({ enum: ['oidc', 'saml'] }).notNull(),
    /** OpenID Connect: the issuer. SAML: the entity id. */
    issuer: text().notNull(),
    client_id: text(),
    secret_sealed: sealed<string>(),
    /** The one algorithm that ID tokens are signed with. */
    token_alg: text({ enum: ['RS256', 'PS256', 'ES256', 'EdDSA'] }),
    /** SAML: where its sign-in is, and the certificates (PEM) it signs with. */
    entry_point: text(),
    /** Where its single logout is; null where nobody said. */
    logout_point: text(),
    certificates: jsonb().$type<string[]>().notNull().default([]),
    /** Whether its assertions have to be encrypted for the organisation's own key. */
    encrypted_only: boolean().notNull().default(false),
    /** Whether somebody it vouches for, of a domain of the organisation, becomes a member by signing on. */
    just_in_time: boolean().notNull().default(false),
    /** What such a member is. */
    ...memberRole(),
    /** When somebody last signed on by these settings. */
    proven_at: at(),
    saved_by: text().notNull(),
    created_at: at().notNull().defaultNow(),
    updated_at: at().notNull().defaultNow(),
  },
  (t) => [
    ...words(t),
    roleNamed('sign_on_providers'),
    check('sign_on_providers_encrypted', sql`kind = 'saml' or not encrypted_only`),
    check(
      'sign_on_providers_whole',
      sql`case kind when 'oidc' then client_id is not null and secret_sealed is not null and token_alg is not null and entry_point is null and logout_point is null
        else entry_point is not null and jsonb_array_length(certificates) > 0 and client_id is null and secret_sealed is null end`,
    ),
  ],
)

/** What an organisation signs with towards its SAML provider, and what that encrypts for. Former ones count until they end. */
export const signOnKeys = pgTable(
  'sign_on_keys',
  {
    id: text().primaryKey(),
    organization_id: text()
      .notNull()
      .references(() => organizations.id),
    signing_certificate: text().notNull(),
    signing_sealed: sealed<string>().notNull(),
    encryption_certificate: text().notNull(),
    encryption_sealed: sealed<string>().notNull(),
    /** Shown before it signs, so that providers learn of it. */
    signs_from: at().notNull(),
    made_by: text().notNull(),
    created_at: at().notNull().defaultNow(),
    ends_at: at(),
  },
  (t) => [...words(t), index('sign_on_keys_organization').on(t.organization_id, t.created_at)],
)

/** Whom an identity provider calls what: a keyed hash of its name for the person, and the person. */
export const signOnIdentities = pgTable(
  'sign_on_identities',
  {
    id: text().primaryKey(),
    organization_id: text()
      .notNull()
      .references(() => organizations.id),
    subject_hash: text().notNull(),
    user_id: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: at().notNull().defaultNow(),
    last_used_at: at(),
  },
  (t) => [
    ...words(t),
    ...digests(t.subject_hash),
    uniqueIndex('sign_on_identities_subject').on(t.organization_id, t.subject_hash),
    index('sign_on_identities_user').on(t.user_id),
  ],
)

/** A directory that puts people in and takes them out by SCIM. Its token is shown once. */
export const directories = pgTable(
  'directories',
  {
    id: text().primaryKey(),
    organization_id: text()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    token_hash: text().notNull(),
    created_by: text().notNull(),
    created_at: at().notNull().defaultNow(),
    last_used_at: at(),
    ended_at: at(),
    ended_by: text(),
  },
  (t) => [
    ...words(t),
    ...digests(t.token_hash),
    together(t.ended_at, t.ended_by),
    uniqueIndex('directories_token').on(t.token_hash),
    index('directories_organization').on(t.organization_id, t.created_at),
  ],
)

/** What a directory says of one person: sealed, found by keyed hashes. */
export const directoryUsers = pgTable(
  'directory_users',
  {
    id: text().primaryKey(),
    organization_id: text()
      .notNull()
      .references(() => organizations.id),
    user_name_hash: text().notNull(),
    email_hash: text().notNull(),
    external_id_hash: text(),
    attributes_sealed: sealed<Record<string, unknown>>().notNull(),
    active: boolean().notNull(),
    /** Null while nobody of this address has proven the account that was there before. */
    user_id: text().references(() => users.id, { onDelete: 'cascade' }),
    created_at: at().notNull().defaultNow(),
    updated_at: at().notNull().defaultNow(),
  },
  (t) => [
    ...words(t),
    ...digests(t.user_name_hash, t.email_hash, t.external_id_hash),
    uniqueIndex('directory_users_name').on(t.organization_id, t.user_name_hash),
    uniqueIndex('directory_users_email').on(t.organization_id, t.email_hash),
    index('directory_users_user').on(t.user_id),
  ],
)

/** A group of a directory, and the role its people have here; null while nobody said which. */
export const directoryGroups = pgTable(
  'directory_groups',
  {
    id: text().primaryKey(),
    organization_id: text()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    external_id: text(),
    role: text({ enum: MEMBER_ROLES }),
    role_id: text().references(() => organizationRoles.id),
    mapped_by: text(),
    created_at: at().notNull().defaultNow(),
    updated_at: at().notNull().defaultNow(),
  },
  (t) => [
    ...words(t),
    together(t.role, t.mapped_by),
    check('directory_groups_role_named', sql`coalesce(role = 'custom', false) = (role_id is not null)`),
    check('directory_groups_no_owners', sql`role is distinct from 'owner'`),
    uniqueIndex('directory_groups_name').on(t.organization_id, sql`lower(${t.name})`),
  ],
)

export const directoryGroupMembers = pgTable(
  'directory_group_members',
  {
    organization_id: text()
      .notNull()
      .references(() => organizations.id),
    group_id: text()
      .notNull()
      .references(() => directoryGroups.id, { onDelete: 'cascade' }),
    directory_user_id: text()
      .notNull()
      .references(() => directoryUsers.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.group_id, t.directory_user_id] }), index('directory_group_members_user').on(t.directory_user_id)],
)
