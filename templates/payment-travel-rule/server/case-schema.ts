/** What may be uploaded, and for what. */
export const DOCUMENT_KINDS = {
  passport: 'Passport',
  id_card: 'Identity card',
  drivers_license: 'Driving licence',
  invoice: 'Invoice or contract of a payment',
}

/** The tables of this template. What ran once is not edited: a later release adds a migration in database.ts. */
export const CASE_TABLES = `CREATE TABLE payments (
  id TEXT PRIMARY KEY, wallet TEXT NOT NULL, attempt TEXT NOT NULL, transaction_id TEXT UNIQUE, to_address TEXT NOT NULL,
  amount TEXT NOT NULL, currency TEXT NOT NULL, beneficiary TEXT, vasp TEXT, document_id TEXT REFERENCES documents (id),
  status TEXT NOT NULL, travel_rule TEXT, travel_missing TEXT NOT NULL, decision TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  UNIQUE (wallet, attempt)
) STRICT;
CREATE INDEX payments_wallet ON payments (wallet, created_at);`
