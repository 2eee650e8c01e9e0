import { hash } from 'node:crypto'
import { LogHeads } from '#core/audit/heads.ts'
import { openKeyring } from '#core/keys/open.ts'
import { openLists } from '#core/lists/load.ts'
import { Screening } from '#core/lists/screening.ts'
import { noteRuleset } from '#core/policies/note.ts'
import { sealPlainRows } from '#core/seal-plain.ts'
import type { Config, Log, Services } from '#core/services.ts'
import { deriveKey } from '#credentials/keys.ts'
import { type Connection, connect, migrate } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { limitedAddress } from '#db/limited-role.ts'
import { installQueue } from '#jobs/install-queue.ts'
import { type Env, masterSecret } from './env.ts'
import { keySettings } from './key-settings.ts'

/** An opened database and what closes it. */
export interface OpenedDatabase {
  connection: Connection
  /** How the tables' owner connects: for migrations, never for the product's work. */
  ownerUrl: string
  /** How the product connects, as a role that owns nothing. */
  url: string
  close(): Promise<void>
}

/** The given PostgreSQL, or the product's own. Throws one plain sentence when it does not answer. */
export async function openDatabase(env: Env, log: Log): Promise<OpenedDatabase> {
  const embedded = env.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: env.dataDir, log: (line) => log.debug({ source: 'postgres' }, line) })
  try {
    const ownerUrl = embedded?.url ?? env.databaseOwnerUrl ?? env.databaseUrl!
    await prepareAsOwner(ownerUrl, env.databaseOwnerUrl ? 'DATABASE_OWNER_URL' : 'DATABASE_URL')
    const { url, trouble } = await limitedAddress({
      ownerUrl,
      limitedUrl: env.databaseOwnerUrl ? env.databaseUrl : null,
      password: deriveKey(rolePassword(env, ownerUrl), 'database-role').toString('hex'),
    })
    if (trouble) warnOfOwner(log, trouble)
    const connection = connect(url)
    return {
      connection,
      ownerUrl,
      url,
      close: async () => {
        await connection.close()
        await embedded?.stop()
      },
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** The same in every process. With a key service there is no secret to derive it from before the database is open. */
const rolePassword = (env: Env, ownerUrl: string): string =>
  env.secret ?? (env.keys.kind === 'embedded' ? masterSecret(env) : hash('sha256', ownerUrl))

/** What only the owner of the tables may do: migrations, and the tables of the job queue. */
async function prepareAsOwner(ownerUrl: string, variable: string): Promise<void> {
  const owner = connect(ownerUrl, 2)
  try {
    await owner.pool.query('select 1').catch(({ message, code }: Error & { code?: string }) => {
      throw new Error(`${variable} does not answer: ${message || code}.`)
    })
    await migrate(owner)
    await installQueue(ownerUrl)
  } finally {
    await owner.close()
  }
}

/** Said at each start, as it weakens what the log promises; never a reason not to start. */
function warnOfOwner(log: Log, trouble: string): void {
  log.warn(
    {
      reason: trouble,
      sql: [
        "CREATE ROLE sealwright_app LOGIN NOSUPERUSER NOCREATEROLE PASSWORD '…';",
        'GRANT CONNECT ON DATABASE … TO sealwright_app; -- the tables are granted at the next start',
      ],
    },
    'The product works as the owner of its tables, so whoever takes it over could rewrite the log. Make a role as below, give its address in DATABASE_URL and the owner’s in DATABASE_OWNER_URL.',
  )
}

export function configOf(env: Env): Config {
  return {
    publicUrl: env.publicUrl,
    production: env.production,
    requireSecondFactor: env.requireSecondFactor,
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
    limits: env.limits,
    witnesses: env.witnesses,
    headMails: env.logHeads.mails,
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
  const services: Services = {
    connection,
    keyring: await openKeyring(connection, keySettings(env)),
    heads: new LogHeads({ dataDir: env.dataDir, mirrors: env.logHeads, log }),
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
