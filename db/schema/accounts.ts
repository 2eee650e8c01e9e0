import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgSchema,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { organizations, serviceAccounts } from './organizations.ts'
import type { SignOnName } from './shared.ts'
import { at, CONTROL_METHODS, digests, ENVIRONMENTS, FAMILIES, ROLES, type Sealed, STANDINGS, sealed, together, words } from './shared.ts'

export const users = pgTable(
  'users',
  {
    id: text().primaryKey(),
    auth_id: text().notNull(),
    /** Keyed hash of the address; null once the account is erased. */
    email_hash: text(),
    names_sealed: sealed<{ email: string; first_name: string; last_name: string }>(),
    /** As before names were sealed: empty, and only core/kernel/people.ts reads them. */
    plain_email: text('email'),
    plain_first_name: text('first_name'),
    plain_last_name: text('last_name'),
    role: text({ enum: ROLES }).notNull().default('investor'),
    is_verified: boolean().notNull().default(false),
    profile_completed: boolean().notNull().default(false),
    mfa_enabled: boolean().notNull().default(false),
    organization_id: text()
      .notNull()
      .references(() => organizations.id),
    /** While set, nobody signs in to it and no key of its person works. */
    suspended_at: at(),
    suspended_reason: text(), // a code, never words about a person
    created_at: at().notNull().defaultNow(),
    updated_at: at().notNull().defaultNow(),
  },
  (t) => [
    ...words(t),
    ...digests(t.email_hash),
    together(t.suspended_at, t.suspended_reason),
    uniqueIndex('users_auth_id').on(t.auth_id),
    uniqueIndex('users_email').on(sql`lower(${t.plain_email})`),
    uniqueIndex('users_email_hash').on(t.email_hash),
    index('users_created').on(t.created_at),
    index('users_organization').on(t.organization_id),
  ],
)

/** What a person says of themselves. */
export interface Profile {
  phone: string | null
  address: string | null
  city: string | null
  state: string | null
  country: string | null
  zip_code: string | null
  date_of_birth: string | null
  company_name: string | null
  solutions_interest: string[]
}

export const userProfiles = pgTable(
  'user_profiles',
  {
    id: text().primaryKey(),
    user_id: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    profile_sealed: sealed<Profile>(),
    /** As before profiles were sealed: empty, and only core/kernel/people.ts reads them. */
    plain_phone: text('phone'),
    plain_address: text('address'),
    plain_city: text('city'),
    plain_state: text('state'),
    plain_country: text('country'),
    plain_zip_code: text('zip_code'),
    plain_date_of_birth: date('date_of_birth', { mode: 'string' }),
    tax_id: text(), // of old versions; never written
    plain_company_name: text('company_name'),
    plain_solutions_interest: jsonb('solutions_interest').$type<string[]>().notNull().default([]),
    created_at: at().notNull().defaultNow(),
    updated_at: at().notNull().defaultNow(),
  },
  (t) => [uniqueIndex('user_profiles_user').on(t.user_id)],
)

export const verificationStatus = pgTable(
  'verification_status',
  {
    user_id: text()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    identity_status: text({ enum: STANDINGS }).notNull().default('incomplete'),
    accreditation_status: text({ enum: STANDINGS }).notNull().default('incomplete'),
    documents_status: text({ enum: STANDINGS }).notNull().default('incomplete'),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    updated_at: at().notNull().defaultNow(),
  },
  (t) => [...words(t)],
)

export const userRoles = pgTable(
  'user_roles',
  {
    id: text().primaryKey(),
    user_id: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: ROLES }).notNull(),
    /** Who gave it: one person, or the two that agreed. Empty for the role of a new account and what the operator gives. */
    granted_by: jsonb().$type<string[]>().notNull().default([]),
    /** Null for roles from before this was kept. */
    granted_at: at().defaultNow(),
  },
  (t) => [...words(t), uniqueIndex('user_roles_user_role').on(t.user_id, t.role)],
)

export const roleRequests = pgTable(
  'role_requests',
  {
    id: text().primaryKey(),
    user_id: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: ROLES }).notNull(),
    reason: sealed<string>().notNull(),
    status: text({ enum: ['pending', 'approved', 'declined'] })
      .notNull()
      .default('pending'),
    decided_by: text(),
    decision_note: sealed<string>(),
    created_at: at().notNull().defaultNow(),
    decided_at: at(),
  },
  (t) => [...words(t), together(t.decided_at, t.decided_by), index('role_requests_status').on(t.status, t.created_at)],
)

export const apiKeys = pgTable(
  'api_keys',
  {
    id: text().primaryKey(),
    organization_id: text()
      .notNull()
      .references(() => organizations.id),
    created_by: text(),
    /** The program it acts for, where it is not its maker's own. */
    service_account_id: text().references((): AnyPgColumn => serviceAccounts.id),
    name: text().notNull(),
    key_prefix: text().notNull(),
    key_hash: text().notNull(),
    environment: text({ enum: ENVIRONMENTS }).notNull(),
    is_active: boolean().notNull().default(true),
    scopes: jsonb().$type<string[]>().notNull().default(['*']),
    allowed_ips: jsonb().$type<string[]>().notNull().default([]),
    api_version: text().notNull(),
    settings: jsonb()
      .$type<{ strict_checksum?: boolean; implicit_credentials?: boolean; crypto_payments?: boolean }>()
      .notNull()
      .default({}),
    replaced_by: text().references((): AnyPgColumn => apiKeys.id),
    /** The first of the keys it was renewed from; null for the first itself. */
    family: text(),
    /** Where it has come from, newest first. */
    known_ips: jsonb().$type<string[]>().notNull().default([]),
    warned_days: integer(),
    expires_at: at(),
    created_at: at().notNull().defaultNow(),
    last_used_at: at(),
    last_used_ip: text(),
    last_used_route: text(),
  },
  (t) => [
    ...words(t),
    ...digests(t.key_hash),
    uniqueIndex('api_keys_hash').on(t.key_hash),
    index('api_keys_organization').on(t.organization_id, t.created_at),
  ],
)

export const notifications = pgTable(
  'notifications',
  {
    id: text().primaryKey(),
    user_id: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: sealed<string>().notNull(),
    body: sealed<string>().notNull(),
    href: text(),
    read_at: at(),
    created_at: at().notNull().defaultNow(),
  },
  (t) => [index('notifications_user').on(t.user_id, t.created_at)],
)

// The auth library's own tables, kept apart in the schema `auth`. Its property names are the library's.
export const authSchema = pgSchema('auth')
const stamp = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const user = authSchema.table('user', {
  id: text('id').primaryKey(),
  /** Nothing: names are sealed in `users`. */
  name: text('name').notNull(),
  /** A keyed hash in the shape of an address, by which the library finds it. */
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  createdAt: stamp('created_at').notNull().defaultNow(),
  updatedAt: stamp('updated_at').notNull().defaultNow(),
})

export const session = authSchema.table(
  'session',
  {
    id: text('id').primaryKey(),
    expiresAt: stamp('expires_at').notNull(),
    token: text('token').notNull().unique(),
    createdAt: stamp('created_at').notNull().defaultNow(),
    /** When its person signed in. A renewed session keeps it: use does not make it longer. */
    startedAt: stamp('started_at').notNull().defaultNow(),
    updatedAt: stamp('updated_at').notNull().defaultNow(),
    ipAddress: text('ip_address').$type<Sealed<string>>(),
    userAgent: text('user_agent').$type<Sealed<string>>(),
    secondFactorAt: stamp('second_factor_at'), // when a second factor was last proven in this session; opens dangerous acts for five minutes
    confirmedAt: stamp('confirmed_at'), // when the password, or a wallet that stands in for it, was last proven in this session
    lastUsedAt: stamp('last_used_at'),
    method: text('method', { enum: ['password', 'passkey', 'wallet', 'mail', 'sign_on'] })
      .notNull()
      .default('mail'),
    activeOrganizationId: text('active_organization_id'), // where its person chose to work, or the leave to look there; null for the first they may
    signOnOrganizationId: text('sign_on_organization_id'), // whose identity provider vouched for its person: it works there alone
    signOnSessionHash: text('sign_on_session_hash'), // a keyed hash of what that provider calls its own session, by which it ends this one
    signOnName: text('sign_on_name').$type<Sealed<SignOnName>>(), // what a SAML provider calls its person and session, to tell it that this one is over
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
  },
  (t) => [...words(t), ...digests(t.signOnSessionHash), index('session_user').on(t.userId)],
)

export const account = authSchema.table(
  'account',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: stamp('access_token_expires_at'),
    refreshTokenExpiresAt: stamp('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: stamp('created_at').notNull().defaultNow(),
    updatedAt: stamp('updated_at').notNull().defaultNow(),
  },
  (t) => [index('account_user').on(t.userId)],
)

export const verification = authSchema.table(
  'verification',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: stamp('expires_at').notNull(),
    createdAt: stamp('created_at').notNull().defaultNow(),
    updatedAt: stamp('updated_at').notNull().defaultNow(),
  },
  (t) => [index('verification_identifier').on(t.identifier)],
)

export const twoFactor = authSchema.table(
  'two_factor',
  {
    id: text('id').primaryKey(),
    /** Sealed with the product's own key. */
    secret: text('secret').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    verified: boolean('verified').notNull().default(false),
    /** The 30-second step of the last code taken: no code counts twice. */
    lastUsedStep: bigint('last_used_step', { mode: 'number' }),
  },
  (t) => [index('two_factor_user').on(t.userId)],
)

export const passkey = authSchema.table(
  'passkey',
  {
    id: text('id').primaryKey(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    credentialID: text('credential_id').notNull(),
    counter: integer('counter').notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    createdAt: stamp('created_at'),
    lastUsedAt: stamp('last_used_at'),
    aaguid: text('aaguid'),
  },
  (t) => [index('passkey_user').on(t.userId), index('passkey_credential').on(t.credentialID)],
)

export const rateLimit = authSchema.table('rate_limit', {
  id: text('id').primaryKey(),
  key: text('key').notNull().unique(),
  count: integer('count').notNull(),
  lastRequest: bigint('last_request', { mode: 'number' }).notNull(),
})

/** Backup codes of the second factor: scrypt-hashed, each usable once. */
export const backupCodes = authSchema.table(
  'backup_code',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    /** False while the set-up they belong to is not finished. */
    active: boolean('active').notNull().default(true),
    usedAt: stamp('used_at'),
    createdAt: stamp('created_at').notNull().defaultNow(),
  },
  (t) => [index('backup_code_user').on(t.userId)],
)

/** Failed attempts per account and per address, for slowing brute force. */
export const authAttempts = authSchema.table('attempt', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull().default(0),
  lockedUntil: stamp('locked_until'),
  updatedAt: stamp('updated_at').notNull().defaultNow(),
})

/** Wallets a known user may sign in with, each proven by a signature. */
export const signInWallets = authSchema.table(
  'sign_in_wallet',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    address: text('address').notNull().unique(),
    family: text('family', { enum: FAMILIES }).notNull(),
    /** How control was proven: eoa | eip1271 | eip6492 | ed25519. */
    proof: text('proof', { enum: CONTROL_METHODS }).notNull(),
    /** Of a contract: the chain on which it said so. Another chain's contract at this address does not sign in. */
    chainId: integer('chain_id'),
    createdAt: stamp('created_at').notNull().defaultNow(),
    lastUsedAt: stamp('last_used_at'),
  },
  (t) => [...words(t), index('sign_in_wallet_user').on(t.userId)],
)

/** Browsers a user has signed in from: each keeps a random token, we its hash. */
export const knownDevices = authSchema.table(
  'known_device',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    createdAt: stamp('created_at').notNull().defaultNow(),
    lastUsedAt: stamp('last_used_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('known_device_user_token').on(t.userId, t.tokenHash)],
)

/** People who asked to have their account and personal data erased. */
export const erasureRequests = pgTable(
  'erasure_requests',
  {
    id: text().primaryKey(),
    user_id: text()
      .notNull()
      .references(() => users.id),
    reason: sealed<string>(),
    status: text({ enum: ['pending', 'withdrawn', 'done', 'refused'] })
      .notNull()
      .default('pending'),
    created_at: at().notNull().defaultNow(),
    decided_at: at(),
    decided_by: text(),
  },
  (t) => [
    ...words(t),
    // Taken back it has an end, and nobody who decided it.
    check('erasure_requests_decided', sql`(status = 'pending') = (decided_at is null)`),
    index('erasure_requests_user').on(t.user_id),
    index('erasure_requests_status').on(t.status, t.created_at),
  ],
)
