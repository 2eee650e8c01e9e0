import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CASE_TABLES } from './case-schema.ts'

/** SQLite of Node: one file, nothing to run beside. Everything that writes is short, so one connection is enough. */
export type Database = DatabaseSync

/** One entry a release, in order. What stands here and ran once is not edited: add another. */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE challenges (nonce TEXT PRIMARY KEY, wallet TEXT NOT NULL, message TEXT NOT NULL, expires_at INTEGER NOT NULL) STRICT;
   CREATE TABLE sessions (
     token_hash TEXT PRIMARY KEY, wallet TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
     proof TEXT, proof_expires_at INTEGER
   ) STRICT;
   CREATE TABLE documents (
     id TEXT PRIMARY KEY, wallet TEXT NOT NULL, name TEXT NOT NULL, media_type TEXT NOT NULL, size INTEGER NOT NULL,
     sha256 TEXT NOT NULL, kind TEXT NOT NULL, created_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX documents_wallet ON documents (wallet);
   CREATE TABLE inbox (
     id TEXT PRIMARY KEY, type TEXT NOT NULL, event TEXT NOT NULL, received_at INTEGER NOT NULL, done_at INTEGER,
     attempts INTEGER NOT NULL DEFAULT 0, next_at INTEGER NOT NULL, problem TEXT
   ) STRICT;
   CREATE INDEX inbox_open ON inbox (next_at) WHERE done_at IS NULL;
   CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;`,
  `CREATE TABLE people (
     wallet TEXT PRIMARY KEY, full_name TEXT NOT NULL, country TEXT NOT NULL, line1 TEXT NOT NULL, city TEXT NOT NULL, region TEXT, postal_code TEXT,
     status TEXT NOT NULL, level TEXT, expires_at TEXT, decision TEXT NOT NULL, updated_at INTEGER NOT NULL,
     wallet_id TEXT NOT NULL, credential_id TEXT
   ) STRICT;`,
  CASE_TABLES,
]

/** Opens the database and brings it up to date. ':memory:' is for tests. */
export function openDatabase(dataDir: string): Database {
  if (dataDir !== ':memory:') mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const db = new DatabaseSync(dataDir === ':memory:' ? dataDir : join(dataDir, 'app.db'))
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000')
  const at = Number(db.prepare('PRAGMA user_version').get()!.user_version)
  if (at > MIGRATIONS.length) throw new Error('The database is of a newer release of this application.')
  for (let version = at; version < MIGRATIONS.length; version++)
    inTransaction(db, () => db.exec(`${MIGRATIONS[version]}; PRAGMA user_version = ${version + 1}`))
  return db
}

/** All of it or nothing. `work` is synchronous: nobody else writes in between. */
export function inTransaction<T>(db: Database, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}
