import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, digests, tenant, words } from './shared.ts'

/** Short tokens with which a page of an organisation reads how one person stands, and does what is theirs to do. */
export const clientSessions = pgTable(
  'client_sessions',
  {
    id: text().primaryKey(),
    ...tenant(),
    /** Which gave it out: it does no more than this may, and ends with it. */
    api_key_id: text().notNull(),
    token_hash: text().notNull(),
    /** Whom alone it is about: one of the two. */
    wallet_id: text(),
    investor_id: text(),
    scopes: jsonb().$type<string[]>().notNull(),
    /** The pages from which alone it is taken. */
    origins: jsonb().$type<string[]>().notNull(),
    /** What an identity session asks for that is opened with it. */
    identity: jsonb().$type<Record<string, unknown>>().notNull(),
    expires_at: at().notNull(),
    revoked_at: at(),
    created_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    ...digests(t.token_hash),
    uniqueIndex('client_sessions_token').on(t.token_hash),
    index('client_sessions_origins').using('gin', sql`origins jsonb_path_ops`),
    index('client_sessions_expires').on(t.expires_at),
  ],
)
