import { sql } from 'drizzle-orm'
import { type Connection, connect } from '#db/connect.ts'
import { Keyring } from './keyring.ts'
import { masterRoot } from './roots.ts'
import { embeddedService, type KeyService } from './service.ts'
import { SubjectKeyStore } from './subject-key-store.ts'

/** What an installation's keys are opened with. */
export interface KeySettings {
  /** The master secret; null with a key service that keeps it. */
  secret: string | null
  /** The secret before it, while `rotate-keys --only wrapping` has not run. */
  formerSecret: string | null
  service: KeyService | null
  /** A database of their own for wrapped data keys. */
  keysUrl: string | null
}

/**
 * The keys of an installation on a migrated database: its first secret, what rotations added, and where the data keys lie.
 * Throws one plain sentence when a service or a secret does not open them.
 */
export async function openKeyring(connection: Connection, settings: KeySettings): Promise<Keyring> {
  const { secret, formerSecret, service } = settings
  const embedded = secret ? [embeddedService(secret, formerSecret ? [formerSecret] : [])] : []
  const services = service ? [service, ...embedded] : embedded
  if (!services.length) throw new Error('APP_SECRET or KEY_SERVICE must be set.')
  const source = { db: connection.db, services }
  const master = await masterRoot(connection.db, services, formerSecret ?? secret)
  const apart = settings.keysUrl ? await openApart(settings.keysUrl) : null
  const subjects = new SubjectKeyStore(apart)
  await subjects.moveIn(connection.db)
  const keyring = new Keyring(master, source, subjects)
  await keyring.reload()
  await keyring.lost.compare()
  return keyring
}

/** The keys' own database, with its one table. */
async function openApart(url: string): Promise<Connection> {
  const apart = connect(url, 5)
  try {
    // A role that may not make tables is enough where the table is there.
    const { rows } = await apart.db.execute<{ found: string | null }>(sql`select to_regclass('subject_keys')::text as found`)
    if (!rows[0]!.found)
      await apart.db.execute(sql`create table if not exists subject_keys (id text primary key, organization_id text not null,
        environment text not null, wrapped_key bytea, destroyed_at timestamptz(3), created_at timestamptz(3) not null default now())`)
  } catch (error) {
    await apart.close()
    const { message, code, cause } = error as Error & { code?: string; cause?: Error }
    throw new Error(`KEYS_DATABASE_URL does not answer: ${cause?.message || message || code}.`)
  }
  return apart
}
