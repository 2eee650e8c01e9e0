/** What may be uploaded, and for what. */
export const DOCUMENT_KINDS = { passport: 'Passport', id_card: 'Identity card', drivers_license: 'Driving licence' }

/** The tables of this template. What ran once is not edited: a later release adds a migration in database.ts. */
export const CASE_TABLES = `CREATE TABLE entries (
  id TEXT PRIMARY KEY, wallet TEXT NOT NULL, attempt TEXT NOT NULL, amount TEXT NOT NULL, status TEXT NOT NULL, level TEXT, next_action TEXT,
  expires_at INTEGER, data TEXT, hash TEXT UNIQUE, decision TEXT NOT NULL, created_at INTEGER NOT NULL, UNIQUE (wallet, attempt)
) STRICT;
CREATE INDEX entries_wallet ON entries (wallet, created_at);`
