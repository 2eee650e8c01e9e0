/** What may be uploaded, and for what. */
export const DOCUMENT_KINDS = {
  passport: 'Passport',
  id_card: 'Identity card',
  drivers_license: 'Driving licence',
  accreditation: 'What shows the accreditation',
}

/** The tables of this template. What ran once is not edited: a later release adds a migration in database.ts. */
export const CASE_TABLES = `CREATE TABLE investors (
  wallet TEXT PRIMARY KEY, investor_id TEXT NOT NULL UNIQUE, status TEXT NOT NULL, accreditation TEXT NOT NULL, evidence_id TEXT REFERENCES documents (id),
  decision TEXT NOT NULL, updated_at INTEGER NOT NULL
) STRICT;
CREATE TABLE investments (
  id TEXT PRIMARY KEY, wallet TEXT NOT NULL, attempt TEXT NOT NULL, investment_id TEXT UNIQUE, offering_id TEXT NOT NULL, offering TEXT NOT NULL,
  amount TEXT NOT NULL, currency TEXT NOT NULL, quantity TEXT, status TEXT NOT NULL, restricted_until TEXT, decision TEXT NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, UNIQUE (wallet, attempt)
) STRICT;
CREATE INDEX investments_wallet ON investments (wallet, created_at);`
