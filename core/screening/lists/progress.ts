import { like, sql } from 'drizzle-orm'
import type { Services } from '#core/kernel/services.ts'
import { settings } from '#db/schema.ts'
import type { DownloadProgress } from '#screening/download.ts'
import type { ListSource } from '#screening/entity.ts'

/** How the last or present refresh of one list goes. Kept in the database, because the worker may be another process. */
export interface RefreshProgress {
  source: ListSource
  state: 'downloading' | 'reading' | 'loaded' | 'unchanged' | 'failed'
  file: string | null
  bytes: number
  bytes_total: number | null
  started_at: string
  finished_at: string | null
  error: string | null
}

const KEY = 'lists.refresh.'
const REQUESTED = 'lists.refresh-requested'
/** Downloads report every few kilobytes; more than this often nobody looks. */
const EVERY_MS = 500

/** Notes the progress of one list's refresh in the log and for the admin page. */
export function progressOf(services: Services, source: ListSource) {
  const started_at = new Date().toISOString()
  let saved = 0
  let last: Promise<unknown> = Promise.resolve()
  let now: RefreshProgress = {
    source,
    state: 'downloading',
    file: null,
    bytes: 0,
    bytes_total: null,
    started_at,
    finished_at: null,
    error: null,
  }
  const save = () => {
    saved = performance.now()
    const value = now
    last = last
      .then(() => put(services, `${KEY}${source}`, value))
      .catch((error: Error) => services.log.warn({ source, error: error.message }, 'progress not kept'))
    return last
  }
  return {
    onProgress({ file, bytes, bytes_total, done }: DownloadProgress): void {
      now = { ...now, file, bytes, bytes_total }
      if (done) services.log.info({ source, file, bytes }, 'list file downloaded')
      if (done || performance.now() - saved > EVERY_MS) void save()
    },
    async reading(): Promise<void> {
      now = { ...now, state: 'reading' }
      await save()
    },
    async end(state: 'loaded' | 'unchanged' | 'failed', error: string | null = null): Promise<void> {
      now = { ...now, state, error, finished_at: new Date().toISOString() }
      await save()
    },
  }
}

/** The progress of every list that was ever refreshed, by source. */
export async function readProgress(services: Services): Promise<RefreshProgress[]> {
  const rows = await services.connection.db
    .select({ value: settings.value })
    .from(settings)
    .where(like(settings.key, `${KEY}%`))
    .orderBy(settings.key)
  return rows.map((row) => row.value as RefreshProgress)
}

/** Asks the worker to refresh all lists now. */
export const requestRefresh = (services: Services) => put(services, REQUESTED, { at: new Date().toISOString() })

/** True once for each request. */
export async function takeRequest(services: Services): Promise<boolean> {
  const taken = await services.connection.db.delete(settings).where(sql`${settings.key} = ${REQUESTED}`).returning({ key: settings.key })
  return taken.length > 0
}

export async function put(services: Pick<Services, 'connection'>, key: string, value: unknown): Promise<void> {
  const row = { key, value, updated_at: new Date() }
  await services.connection.db.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: row })
}
