import type { Socket } from 'node:net'
import pg from 'pg'

/** A connection that hears nothing for so long while it waits for an answer is asked after. */
const SILENT_MS = 5_000
/** Longer than a server that lives takes to be connected to and to say who works in it. */
const ASK_MS = 5_000
const LOOK_MS = 1_000

/** What the driver knows of a connection and does not tell in its types. */
type Client = pg.PoolClient & { readyForQuery: boolean; processID: number | null; connection: { stream: Socket } }

interface Known {
  read: number
  since: number
}

/**
 * Watches the connections of a pool. Of a server that froze, or that is cut off, nobody tells them: each would wait for its answer for as long
 * as the network believes in it, a quarter of an hour, and the pool with it, though another server has long taken over. So one that is silent is
 * asked after on a fresh connection: where the server does not answer there, or does not work at its statement, it is given up, and what was
 * asked on it fails like on every connection that breaks. A statement that only takes long goes on.
 */
export function watchSilent(pool: pg.Pool, url: string, timing = { silentMs: SILENT_MS, askMs: ASK_MS, lookMs: LOOK_MS }) {
  const all = new Set<Client>()
  const out = new Map<Client, Known>()
  const old = new WeakSet<Client>()
  pool.on('connect', (client) => all.add(client as Client))
  pool.on('acquire', (client) => {
    out.set(client as Client, { read: -1, since: performance.now() })
  })
  pool.on('release', (_, client) => {
    out.delete(client as Client)
    // One that is at its end the pool does not take back.
    if (old.has(client as Client)) void client.end()
  })
  pool.on('remove', (client) => {
    all.delete(client as Client)
    out.delete(client as Client)
  })
  let asking = false

  const silent = () => {
    const now = performance.now()
    const found: Client[] = []
    for (const [client, known] of out) {
      const { bytesRead } = client.connection.stream
      // Between two statements of a transaction it is the product that takes its time.
      if (bytesRead === known.read && !client.readyForQuery) {
        if (now - known.since >= timing.silentMs) found.push(client)
      } else {
        known.read = bytesRead
        known.since = now
      }
    }
    return found
  }

  const look = async () => {
    const suspects = silent()
    if (!suspects.length || asking) return
    asking = true
    const heard = new Map(suspects.map((client) => [client, client.connection.stream.bytesRead]))
    try {
      const working = await backendsAtWork(url, suspects, timing.askMs)
      const now = performance.now()
      for (const [client, read] of heard) {
        const known = out.get(client)
        if (!known || client.connection.stream.bytesRead !== read || client.readyForQuery) continue
        if (working?.has(client.processID!)) known.since = now
        else giveUp(client, 'the database does not answer')
      }
    } catch {
      // A server that lives and lets nobody in, for it is full: who waits goes on waiting.
    } finally {
      asking = false
    }
  }
  const timer = setInterval(() => void look(), timing.lookMs)
  timer.unref()
  return {
    /** Has everything that is asked from now asked on new connections: those that are at work go when they are done. */
    renew() {
      for (const client of all)
        if (out.has(client)) old.add(client)
        else giveUp(client, 'another server may have taken over')
    },
    stop: () => clearInterval(timer),
  }
}

const giveUp = (client: Client, why: string) => client.connection.stream.destroy(new Error(`Connection terminated: ${why}`))

/** Which of these connections the server works for; null when it does not answer. Throws where it answers something else. */
async function backendsAtWork(url: string, clients: readonly Client[], askMs: number): Promise<Set<number> | null> {
  const asker = new pg.Client({
    ...{ connectionString: url, application_name: 'sealwright-watch' },
    ...{ connectionTimeoutMillis: askMs, query_timeout: askMs },
  })
  asker.on('error', () => {})
  try {
    await asker.connect()
    const { rows } = await asker.query<{ pid: number }>(
      "select pid from pg_stat_activity where pid = any($1) and usename = current_user and state = 'active'",
      [clients.map(({ processID }) => processID)],
    )
    return new Set(rows.map(({ pid }) => pid))
  } catch (error) {
    // One that starts or stops has nobody at work any more; one that is full may.
    if (error instanceof pg.DatabaseError && !error.code?.startsWith('57P0')) throw error
    return null
  } finally {
    // One that never connected has nobody to say good-bye to.
    ;(asker as unknown as Client).connection.stream.destroy()
  }
}
