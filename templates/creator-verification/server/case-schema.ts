/** What may be uploaded, and for what. */
export const DOCUMENT_KINDS = { passport: 'Passport', id_card: 'Identity card', drivers_license: 'Driving licence' }

/** The tables of this template. What ran once is not edited: a later release adds a migration in database.ts. */
export const CASE_TABLES = `CREATE TABLE creators (
  wallet TEXT PRIMARY KEY, name TEXT NOT NULL, links TEXT NOT NULL, verified INTEGER NOT NULL, tier TEXT NOT NULL, risk_score INTEGER,
  next_tier TEXT, decision TEXT NOT NULL, updated_at INTEGER NOT NULL
) STRICT;
CREATE TABLE works (
  id TEXT PRIMARY KEY, wallet TEXT NOT NULL REFERENCES creators (wallet), title TEXT NOT NULL, created_at INTEGER NOT NULL
) STRICT;`
