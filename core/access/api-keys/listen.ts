import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Keyring } from '#core/kernel/keys/keyring.ts'
import { BEAT_MS, LATE_MS, Pulse } from '#core/kernel/pulse.ts'
import type { Log } from '#core/kernel/services.ts'
import { tellFailure } from '#core/kernel/tell-failure.ts'
import { KEEP_ALIVE } from '#db/connect.ts'
import type { KeyCache } from './authenticate.ts'

/** What is kept of an organisation and changes with it. */
type OfOrganizations = Pick<KeyCache, 'listening' | 'clear' | 'dropOfOrganization'>

/** A beat that does not come back by then never will. */
const DEAD_MS = 2 * LATE_MS

/**
 * Hears of every changed API key, every person whose roles or standing changed, every word on an organisation, and every destroyed
 * data key, so that a cached one is dropped at once. While the line is down nothing is cached. Its beats show that it is not: announcements
 * come before the answer to what is asked after them. `renewed` is told when a line beats that
 * came after another.
 */
export async function listenForChanges(
  url: string,
  keys: KeyCache,
  keyring: Keyring,
  log: Log,
  words?: OfOrganizations,
  { pulse = new Pulse(), renewed = () => {} }: { pulse?: Pulse; renewed?: () => void } = {},
): Promise<() => Promise<void>> {
  const name = `process.${randomUUID()}`
  const caches: OfOrganizations[] = words ? [keys, words] : [keys]
  let stopped = false
  let again = false
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined
  let beating: NodeJS.Timeout | undefined

  const failed = (error: Error) => tellFailure(log, error, {}, 'changed keys could not be read')
  const onDestroyed = (id: string) => {
    keyring.forget(id)
    keyring.carryOut(id).catch(failed)
  }

  const open = async () => {
    const next = new pg.Client({
      ...{ connectionString: url, application_name: 'sealwright-keys', connectionTimeoutMillis: DEAD_MS, query_timeout: DEAD_MS },
      ...KEEP_ALIVE,
    })
    const ended = () => {
      if (next === client) down()
    }
    next.on('error', ended)
    next.on('end', ended)
    next.on('notification', ({ channel, payload }) => {
      if (!payload) return
      if (channel === 'subject_key_destroyed') onDestroyed(payload)
      else if (channel === 'keys_rotated') keyring.reload().catch(failed)
      else if (channel === 'account_changed') keys.dropOf(payload)
      else if (channel === 'organization_changed') for (const cache of caches) cache.dropOfOrganization(payload)
      else if (channel === 'tenant_facts_changed') words?.dropOfOrganization(payload)
      else keys.drop(payload)
    })
    try {
      await next.connect()
      await next.query('LISTEN api_key_changed')
      await next.query('LISTEN account_changed')
      await next.query('LISTEN organization_changed')
      await next.query('LISTEN tenant_facts_changed')
      await next.query('LISTEN subject_key_destroyed')
      await next.query('LISTEN keys_rotated')
      // What was missed while the line was down.
      await keyring.reload()
      keyring.carryOut().catch(failed)
      await pulse.beat(next, name)
    } catch (error) {
      drop(next)
      throw error
    }
    for (const cache of caches) cache.clear()
    client = next
    heard()
    if (again) renewed()
    again = true
    beating = setTimeout(beat, BEAT_MS)
  }
  const heard = () => {
    keyring.listening = true
    for (const cache of caches) cache.listening = true
  }
  const beat = async () => {
    const line = client
    if (!line) return
    try {
      await pulse.beat(line, name)
    } catch (error) {
      if (client === line) down(error)
      return
    }
    if (client !== line) return
    heard()
    beating = setTimeout(beat, BEAT_MS)
  }
  const down = (error?: unknown) => {
    clearTimeout(beating)
    pulse.lost(error)
    keyring.listening = false
    for (const cache of caches) {
      cache.listening = false
      cache.clear()
    }
    if (client) drop(client)
    client = null
    if (stopped) return
    clearTimeout(retry)
    retry = setTimeout(() => open().catch(down), 1_000)
  }
  await open().catch((error: Error) => {
    log.warn({ error: error.message }, 'key changes cannot be heard yet')
    down(error)
  })
  return async () => {
    stopped = true
    clearTimeout(retry)
    clearTimeout(beating)
    for (const cache of caches) cache.listening = false
    const line = client
    // What is on its way comes to its end as that of a line that is not looked at any more.
    client = null
    await line?.query('delete from settings where key = $1', [name]).catch(() => {})
    await line?.end().catch(() => {})
  }
}

const drop = (line: pg.Client): void => void line.end().catch(() => {})
