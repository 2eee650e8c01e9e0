import type { ErasedList } from '#core/kernel/keys/erased-list.ts'
import type { Keyring } from '#core/kernel/keys/keyring.ts'
import { keepLine } from '#core/kernel/line.ts'
import type { Pulse } from '#core/kernel/pulse.ts'
import type { Log } from '#core/kernel/services.ts'
import { tellFailure } from '#core/kernel/tell-failure.ts'
import type { Queryable } from '#db/connect.ts'
import type { KeyCache } from './authenticate.ts'

/** What is kept of an organisation and changes with it. */
type OfOrganizations = Pick<KeyCache, 'listening' | 'clear' | 'dropOfOrganization'>

const CHANNELS = [
  'api_key_changed',
  'account_changed',
  'organization_changed',
  'tenant_facts_changed',
  'subject_key_destroyed',
  'keys_rotated',
] as const

/**
 * Hears of every changed API key, every person whose roles or standing changed, every word on an organisation, and every destroyed
 * data key, so that a cached one is dropped at once. While the line is down nothing is cached. `renewed` is told when a line breaks, and of each
 * that came after another.
 */
export async function listenForChanges(
  url: string,
  keys: KeyCache,
  keyring: Keyring,
  log: Log,
  words?: OfOrganizations,
  { pulse, renewed = () => {}, erased, db }: { pulse?: Pulse; renewed?: () => void; erased?: ErasedList; db?: Queryable } = {},
): Promise<() => Promise<void>> {
  const caches: OfOrganizations[] = words ? [keys, words] : [keys]
  const failed = (error: Error) => tellFailure(log, error, {}, 'changed keys could not be read')
  const clear = () => {
    for (const cache of caches) cache.clear()
  }
  const listening = (heard: boolean) => {
    keyring.listening = heard
    for (const cache of caches) cache.listening = heard
  }
  const announced = (channel: string, payload: string) => {
    if (channel === 'subject_key_destroyed') {
      keyring.forget(payload)
      erased?.note([payload])
      keyring.carryOut(payload).catch(failed)
    } else if (channel === 'keys_rotated') keyring.reload().catch(failed)
    else if (channel === 'account_changed') keys.dropOf(payload)
    else if (channel === 'organization_changed') for (const cache of caches) cache.dropOfOrganization(payload)
    else if (channel === 'tenant_facts_changed') words?.dropOfOrganization(payload)
    else keys.drop(payload)
  }
  const ends = {
    announced,
    async caughtUp() {
      await keyring.reload()
      keyring.carryOut().catch(failed)
      if (db) await erased?.catchUp(db)
      clear()
    },
    heard: () => listening(true),
    lost() {
      listening(false)
      clear()
    },
    renewed,
  }
  return keepLine(url, CHANNELS, ends, log, pulse)
}
