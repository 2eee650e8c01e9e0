import pg from 'pg'
import type { Keyring } from '#core/kernel/keys/keyring.ts'
import type { Log } from '#core/kernel/services.ts'
import { tellFailure } from '#core/kernel/tell-failure.ts'
import type { KeyCache } from './authenticate.ts'

/** What is kept of an organisation and changes with it. */
type OfOrganizations = Pick<KeyCache, 'listening' | 'clear' | 'dropOfOrganization'>

/**
 * Hears of every changed API key, every person whose roles or standing changed, every word on an organisation, and every destroyed
 * data key, so that a cached one is dropped at once. While the line is down nothing is cached.
 */
export async function listenForChanges(
  url: string,
  keys: KeyCache,
  keyring: Keyring,
  log: Log,
  words?: OfOrganizations,
): Promise<() => Promise<void>> {
  const caches: OfOrganizations[] = words ? [keys, words] : [keys]
  let stopped = false
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined

  const failed = (error: Error) => tellFailure(log, error, {}, 'changed keys could not be read')
  const onDestroyed = (id: string) => {
    keyring.forget(id)
    keyring.carryOut(id).catch(failed)
  }

  const open = async () => {
    const next = new pg.Client({ connectionString: url, application_name: 'sealwright-keys' })
    next.on('error', () => down())
    next.on('end', () => down())
    next.on('notification', ({ channel, payload }) => {
      if (!payload) return
      if (channel === 'subject_key_destroyed') onDestroyed(payload)
      else if (channel === 'keys_rotated') keyring.reload().catch(failed)
      else if (channel === 'account_changed') keys.dropOf(payload)
      else if (channel === 'organization_changed') for (const cache of caches) cache.dropOfOrganization(payload)
      else if (channel === 'tenant_facts_changed') words?.dropOfOrganization(payload)
      else keys.drop(payload)
    })
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
    keyring.listening = true
    client = next
    for (const cache of caches) {
      cache.clear()
      cache.listening = true
    }
  }
  const down = () => {
    keyring.listening = false
    for (const cache of caches) {
      cache.listening = false
      cache.clear()
    }
    client = null
    if (stopped) return
    clearTimeout(retry)
    retry = setTimeout(() => open().catch(() => down()), 1_000)
  }
  await open().catch((error: Error) => {
    log.warn({ error: error.message }, 'key changes cannot be heard yet')
    down()
  })
  return async () => {
    stopped = true
    clearTimeout(retry)
    for (const cache of caches) cache.listening = false
    await client?.end().catch(() => {})
  }
}
