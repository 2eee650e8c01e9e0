import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { KEEP_ALIVE } from '#db/connect.ts'
import { BEAT_MS, LATE_MS, Pulse } from './pulse.ts'
import type { Log } from './services.ts'

/** A beat that does not come back by then never will. */
const DEAD_MS = 2 * LATE_MS
const RETRY_MS = 1_000

interface Ends {
  /** What is announced on any of the channels. */
  announced(channel: string, payload: string): void
  /** A new line listens: what was missed is to be caught up with, before anything counts as heard. */
  caughtUp(): Promise<void>
  /** All that was announced until now has arrived. */
  heard(): void
  /** From now on something may be announced unheard. */
  lost(): void
  /** A line broke, or came after another, which may have led to another server: what else is connected may be as dead. */
  renewed(): void
}

/**
 * One connection on which a process hears of changes, for as long as it runs. Its beats show that it lives: announcements come before the answer to
 * what is asked after them. It is opened anew a second after it is lost. Gives what closes it.
 */
export async function keepLine(url: string, channels: readonly string[], ends: Ends, log: Log, pulse = new Pulse()) {
  const name = `process.${randomUUID()}`
  let stopped = false
  let again = false
  let line: pg.Client | null = null
  let next: NodeJS.Timeout | undefined

  const open = async () => {
    const opened = await listenTo(url, channels, ends, (ended) => ended === line && down())
    try {
      await ends.caughtUp()
      await pulse.beat(opened, name)
    } catch (error) {
      drop(opened)
      throw error
    }
    if (stopped) return drop(opened)
    line = opened
    goOn()
    if (again) ends.renewed()
    again = true
  }
  const goOn = () => {
    ends.heard()
    next = setTimeout(beat, BEAT_MS)
  }
  const beat = async () => {
    const beating = line!
    const lost = await pulse.beat(beating, name).then(
      () => null,
      (error: Error) => error,
    )
    if (line !== beating) return
    if (lost) down(lost)
    else goOn()
  }
  const down = (error?: unknown) => {
    clearTimeout(next)
    pulse.lost(error)
    ends.lost()
    if (line) {
      drop(line)
      ends.renewed()
    }
    line = null
    if (!stopped) next = setTimeout(() => open().catch(down), RETRY_MS)
  }

  await open().catch((error: Error) => {
    log.warn({ error: error.message }, 'key changes cannot be heard yet')
    down(error)
  })
  return async () => {
    stopped = true
    clearTimeout(next)
    const last = line
    line = null
    ends.lost()
    await last?.query('delete from settings where key = $1', [name]).catch(() => {})
    await last?.end().catch(() => {})
  }
}

async function listenTo(
  url: string,
  channels: readonly string[],
  { announced }: Ends,
  ended: (line: pg.Client) => void,
): Promise<pg.Client> {
  const line = new pg.Client({
    ...{ connectionString: url, application_name: 'sealwright-keys', connectionTimeoutMillis: DEAD_MS, query_timeout: DEAD_MS },
    ...KEEP_ALIVE,
  })
  line.on('error', () => ended(line))
  line.on('end', () => ended(line))
  line.on('notification', ({ channel, payload }) => {
    if (payload) announced(channel, payload)
  })
  try {
    await line.connect()
    for (const channel of channels) await line.query(`LISTEN ${channel}`)
    return line
  } catch (error) {
    drop(line)
    throw error
  }
}

const drop = (line: pg.Client): void => void line.end().catch(() => {})
