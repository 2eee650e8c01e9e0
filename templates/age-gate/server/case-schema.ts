/** What may be uploaded, and for what. */
export const DOCUMENT_KINDS = { passport: 'Passport', id_card: 'Identity card', drivers_license: 'Driving licence' }

/** The tables of this template. What ran once is not edited: a later release adds a migration in database.ts. */
export const CASE_TABLES = `CREATE TABLE checks (
  id TEXT PRIMARY KEY, wallet TEXT NOT NULL, attempt TEXT NOT NULL, jurisdiction TEXT NOT NULL, activity TEXT NOT NULL, eligible INTEGER NOT NULL,
  evidence TEXT, valid_until TEXT, decision TEXT NOT NULL, created_at INTEGER NOT NULL, ended_at INTEGER,
  wallet_id TEXT, credential_id TEXT, UNIQUE (wallet, attempt)
) STRICT;
CREATE INDEX checks_wallet ON checks (wallet, created_at);`
