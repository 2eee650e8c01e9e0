import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { GroupWriter } from './group-writer.ts'
import { LOCKS } from './locks.ts'
import { onePoolTransaction } from './pool-transaction.ts'
import * as schema from './schema.ts'
import { watchSilent } from './watch-silent.ts'

export type Db = NodePgDatabase<typeof schema>
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
/** Anything that can run a query: the pool, or a transaction. */
export type Queryable = Db | Tx

const migrationsFolder = new URL('./migrations', import.meta.url).pathname
/** The migrations of before they were made one. The last is as old as that one, so that nothing is done twice. */
const beforeFolder = new URL('./migrations/before', import.meta.url).pathname

export interface Connection {
  db: Db
  pool: pg.Pool
  /** Commits rows of concurrent calls together. */
  group: GroupWriter
  /** Connects anew, as after a fail-over: connections to the server of before may be dead, or lead to one that takes no writes any more. */
  renew(): void
  close(): Promise<void>
}

const WAIT_MS = 10_000
/** After so long without a word the network is asked whether the other end is still there (by TCP, some ten times in ten seconds). */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const
/** Connections that no transaction takes: one that asks for something beside itself would else wait for its like, and they for it. */
const BESIDE = 4

/** Opens a pool. Throws at first use when the server does not answer. */
export function connect(url: string, max = 20): Connection {
  const pool = new pg.Pool({
    ...{ connectionString: url, max, application_name: 'sealwright', connectionTimeoutMillis: WAIT_MS },
    ...KEEP_ALIVE,
  })
  const watch = watchSilent(pool, url)
  const places = new Places(Math.max(1, max - BESIDE))
  // A dropped idle connection is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  // So would one that drops between two queries of a transaction: while it is out, the pool does not listen to it. What is
  // asked next on it fails, and the pool takes it back no more.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = drizzle(pool, { schema })
  // The query builder's own keeps a connection for ever whose `begin` failed; after 20 of them there would be none left.
  db.transaction = async (work, config) => {
    await places.take()
    try {
      const client = await pool.connect()
      try {
        return await (drizzle(client) as unknown as Db).transaction(work, config)
      } finally {
        client.release()
      }
    } finally {
      places.give()
    }
  }
  return {
    ...{ db, pool, group: new GroupWriter(pool), renew: watch.renew },
    async close() {
      watch.stop()
      await pool.end()
    },
  }
}

/** So many at once; the others wait in order, as long as the pool lets them wait, and are told the same then. */
class Places {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(count: number) {
    this.#free = count
  }

  async take(): Promise<void> {
    if (this.#free > 0) {
      this.#free--
      return
    }
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(enter)
        reject(new Error('timeout exceeded when trying to connect'))
      }, WAIT_MS)
      this.#waiting.add(enter)
    })
  }

  /** The place goes to who waits longest. */
  give(): void {
    const [next] = this.#waiting
    if (!next) this.#free++
    else {
      this.#waiting.delete(next)
      next()
    }
  }
}

/** Runs `work` in a transaction on one connection of the pool, with prepared statements at hand besides the query builder. */
export const inTransaction = <T>(
  connection: Pick<Connection, 'pool'>,
  work: (client: pg.PoolClient, db: Queryable) => Promise<T>,
): Promise<T> => onePoolTransaction(connection.pool, (client) => work(client, drizzle(client) as unknown as Db))

/** The connection a transaction runs on, for what the query builder cannot say: COPY, and statements sent ahead of their answers. */
export const clientOf = (tx: Tx): pg.PoolClient => (tx as unknown as { session: { client: pg.PoolClient } }).session.client

/**
 * Brings the database to the newest schema. Safe when several processes start at once. `warn` is told of each constraint that rows
 * from before break: it holds for new rows, and the start goes on.
 */
export async function migrate(connection: Connection, warn: (line: string) => void): Promise<void> {
  const client = await connection.pool.connect()
  const tell = ({ severity, message }: { severity?: string | undefined; message?: string | undefined }) => {
    if (severity === 'WARNING' && message) warn(message)
  }
  client.on('notice', tell)
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCKS.migrations])
    const db = drizzle(client)
    // A database that began with the former migrations goes their way to its end, which is where a new one begins.
    if (await begun(client)) await runMigrations(db, { migrationsFolder: beforeFolder })
    await runMigrations(db, { migrationsFolder })
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCKS.migrations]).catch(() => {})
    client.off('notice', tell)
    client.release()
  }
}

/** The hashes of the migrations that a database has had, in their order; null where it has none of its tables yet. */
export async function notedMigrations(asked: Pick<pg.ClientBase, 'query'> | pg.Pool): Promise<string[] | null> {
  const noted = await asked.query<{ noted: string | null }>(`select to_regclass('drizzle.__drizzle_migrations') as noted`)
  if (!noted.rows[0]!.noted) return null
  const { rows } = await asked.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by created_at, id')
  return rows.map(({ hash }) => hash)
}

/** The statements of each migration that this program brings and the database has not had; null where it has none of its tables yet. Changes nothing. */
export async function pendingMigrations({ pool }: Pick<Connection, 'pool'>): Promise<string[][] | null> {
  const noted = await notedMigrations(pool)
  if (!noted) return null
  const had = new Set(noted)
  return readMigrationFiles({ migrationsFolder })
    .filter(({ hash }) => !had.has(hash))
    .map(({ sql }) => sql.map((statement) => statement.trim()).filter(Boolean))
}

async function begun(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ noted: string | null }>(`select to_regclass('drizzle.__drizzle_migrations') as noted`)
  if (!rows[0]!.noted) return false
  const { rowCount } = await client.query('select from drizzle.__drizzle_migrations limit 1')
  return rowCount === 1
}
