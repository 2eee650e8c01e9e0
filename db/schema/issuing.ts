import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { credentials, persons } from './identity.ts'
import { at, digests, notNegative, tenant, together, words } from './shared.ts'

/** Offers of a credential to the holder's own wallet (OpenID4VCI, pre-authorised code): each is taken up once. */
export const credentialOffers = pgTable(
  'credential_offers',
  {
    id: text().primaryKey(),
    ...tenant(),
    credential_id: text()
      .notNull()
      .references(() => credentials.id),
    /** SHA-256 of the pre-authorised code. */
    code_hash: text().notNull(),
    /** Keyed hash of the transaction code, where one was asked for. */
    tx_code_hash: text(),
    /** Wrong transaction codes so far. */
    tries: integer().notNull().default(0),
    /** Whether the holder may have name and birth date put in. */
    named: boolean().notNull().default(false),
    /** SHA-256 of the access token that the code was changed into. */
    token_hash: text(),
    token_expires_at: at(),
    /** Thumbprint of the key that has to come with the token (DPoP); null for one that whoever has it may use. */
    token_key: text(),
    /** Nonces of proofs that were taken: none is taken twice. */
    nonces: text().array().notNull().default([]),
    /** Why it ended: too many wrong codes, a code that was used twice, an end that was asked for, its time. */
    ended: text({ enum: ['tries', 'replayed', 'cancelled', 'expired'] }),
    ended_by: text(),
    ended_at: at(),
    created_by: text().notNull(),
    expires_at: at().notNull(),
    created_at: at().notNull(),
    redeemed_at: at(),
    /** When a wallet took the credential, the first time. */
    collected_at: at(),
  },
  (t) => [
    ...words(t),
    ...digests(t.code_hash, t.tx_code_hash, t.token_hash),
    ...notNegative(t.tries),
    together(t.token_hash, t.token_expires_at),
    uniqueIndex('credential_offers_code').on(t.code_hash),
    uniqueIndex('credential_offers_token').on(t.token_hash),
    index('credential_offers_credential').on(t.credential_id),
    index('credential_offers_expiry').on(t.expires_at),
    index('credential_offers_created').on(t.organization_id, t.environment, t.created_at, t.id),
  ],
)

/** Credentials of other organisations that holders presented to this one, so that their end is carried here. */
export const presentedCredentials = pgTable(
  'presented_credentials',
  {
    ...tenant(),
    /** The other organisation's, so no row of this tenant. */
    source_credential_id: text().notNull(),
    person_id: text()
      .notNull()
      .references(() => persons.id),
    evidence_id: text().notNull(),
    consent_id: text().notNull(),
    state: text({ enum: ['active', 'suspended', 'ended'] })
      .notNull()
      .default('active'),
    /** When whoever gave it out found out who the holder is. */
    checked_at: at().notNull(),
    presented_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    primaryKey({ columns: [t.organization_id, t.environment, t.source_credential_id, t.person_id] }),
    index('presented_credentials_source').on(t.source_credential_id),
    index('presented_credentials_person').on(t.person_id),
  ],
)
