import { hash } from 'node:crypto'
import { healMemberships } from '#core/access/accounts/heal-memberships.ts'
import { openKeyring } from '#core/kernel/keys/open.ts'
import { clockAhead, clockSentence, FAR_APART_MS } from '#core/kernel/pulse.ts'
import type { Config, Log, Services } from '#core/kernel/services.ts'
import { LogHeads } from '#core/record/audit/heads.ts'
import { noteStanding } from '#core/record/audit/note-standing.ts'
import { noteRuleset } from '#core/record/policies/note.ts'
import { makeFixtures } from '#core/sandbox/worlds/make-fixtures.ts'
import { openLists } from '#core/screening/lists/load.ts'
import { Screening } from '#core/screening/lists/screening.ts'
import { worldOf } from '#core/sources/world.ts'
import { sealPlainRows } from '#core/upkeep/seal-plain.ts'
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
    await prepareAsOwner(ownerUrl, env.databaseOwnerUrl ? 'DATABASE_OWNER_URL' : 'DATABASE_URL', log)
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
async function prepareAsOwner(ownerUrl: string, variable: string, log: Log): Promise<void> {
  const owner = connect(ownerUrl, 2)
  try {
    await owner.pool.query('select 1').catch(({ message, code }: Error & { code?: string }) => {
      throw new Error(`${variable} does not answer: ${message || code}.`)
    })
    const ahead = await clockAhead(owner.pool)
    if (Math.abs(ahead) > FAR_APART_MS) throw new Error(clockSentence(ahead))
    await migrate(owner, (line) => log.warn({ source: 'migrations' }, line))
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

function configOf(env: Env): Config {
  return {
    publicUrl: env.publicUrl,
    production: env.production,
    requireSecondFactor: env.requireSecondFactor,
    secondFactorOfAll: env.secondFactorOfAll,
    contactEmail: env.contactEmail,
    mailFrom: env.mailFrom,
    dataDir: env.dataDir,
    webhookAllowPrivate: env.webhookAllowPrivate,
    listSource: env.sanctionsSource,
    listDir: env.sanctionsDir,
    pepDir: env.pepDir,
    pepUrl: env.pepUrl,
    rateSource: env.rateSource,
    rateUrl: env.rateUrl,
    companiesHouse: env.companiesHouse,
    gleifUrl: env.gleifUrl,
    identityProviderUrls: env.identityProviderUrls,
    evmRpcUrls: env.evmRpcUrls,
    solanaRpcUrl: env.solanaRpcUrl,
    limits: env.limits,
    antivirusUrl: env.antivirusUrl,
    walletReader: env.walletReader,
    credentialSigner: env.credentialSigner,
    witnesses: env.witnesses,
    headMails: env.logHeads.mails,
  }
}

/** An installation of production that is to screen real people takes no traffic before it can. */
const asksForLists = (env: Env): boolean => env.production && (env.sanctionsDir !== null || env.sanctionsSource === 'official')

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
    screening: new Screening({ allowSampleAlone: !asksForLists(env), required: env.sanctionsRequired }),
    config: configOf(env),
    log,
    wake: input.wake ?? (() => {}),
    worldOf: (environment, scenario) => worldOf(services, environment, scenario),
    makeFixtures,
  }
  await sealPlainRows(services)
  await noteRuleset(services)
  await noteStanding(services)
  await healMemberships(services)
  if (input.lists !== false) await openLists(services, { dir: env.sanctionsDir, source: env.sanctionsSource })
  return services
}
