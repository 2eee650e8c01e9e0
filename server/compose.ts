import { Keyring } from '#core/keyring.ts'
import { openLists } from '#core/lists/load.ts'
import { Screening } from '#core/lists/screening.ts'
import { noteRuleset } from '#core/policies/note.ts'
import { sealPlainRows } from '#core/seal-plain.ts'
import type { Config, Log, Services } from '#core/services.ts'
import { type Connection, connect, migrate } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { type Env, masterSecret } from './env.ts'

/** An opened database and what closes it. */
export interface OpenedDatabase {
  connection: Connection
  url: string
  close(): Promise<void>
}

/** The given PostgreSQL, or the product's own. Throws one plain sentence when it does not answer. */
export async function openDatabase(env: Env, log: Log): Promise<OpenedDatabase> {
  if (env.databaseUrl) {
    const connection = connect(env.databaseUrl)
    try {
      await connection.pool.query('select 1')
    } catch (error) {
      await connection.close()
      const { message, code } = error as Error & { code?: string }
      throw new Error(`DATABASE_URL does not answer: ${message || code}.`)
    }
    return { connection, url: env.databaseUrl, close: () => connection.close() }
  }
  const embedded = await startEmbeddedPostgres({ dataDir: env.dataDir, log: (line) => log.debug({ source: 'postgres' }, line) })
  const connection = connect(embedded.url)
  return {
    connection,
    url: embedded.url,
    close: async () => {
      await connection.close()
      await embedded.stop()
    },
  }
}

export function configOf(env: Env): Config {
  return {
    publicUrl: env.publicUrl,
    production: env.production,
    contactEmail: env.contactEmail,
    mailFrom: env.mailFrom,
    dataDir: env.dataDir,
    webhookAllowPrivate: env.webhookAllowPrivate,
    listSource: env.sanctionsSource,
    listDir: env.sanctionsDir,
    rateSource: env.rateSource,
    rateUrl: env.rateUrl,
    evmRpcUrls: env.evmRpcUrls,
    solanaRpcUrl: env.solanaRpcUrl,
  }
}

/** Puts the services together on a migrated database, with the sanctions lists in force. */
export async function composeServices(input: {
  env: Env
  connection: Connection
  log: Log
  wake?: Services['wake']
  lists?: boolean
}): Promise<Services> {
  const { env, connection, log } = input
  await migrate(connection)
  const services: Services = {
    connection,
    keyring: new Keyring(masterSecret(env)),
    screening: new Screening({ allowSampleAlone: true }),
    config: configOf(env),
    log,
    wake: input.wake ?? (() => {}),
  }
  await sealPlainRows(services)
  await noteRuleset(services)
  if (input.lists !== false) await openLists(services, { dir: env.sanctionsDir, source: env.sanctionsSource })
  return services
}
