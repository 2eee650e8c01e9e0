import { and, desc, eq, isNull } from 'drizzle-orm'
import { listVersions } from '#db/schema.ts'
import { downloadList, type KnownFile, PUBLISHER_FILES } from '#screening/download.ts'
import type { ListSource } from '#screening/entity.ts'
import { listsFromFiles } from '#screening/load.ts'
import type { Services } from '../services.ts'
import { loadListFolder, newestStored, storeList } from './load.ts'

/**
 * Asks every publisher (or reads the operator's folder) for its current list and puts new versions in force. A list that
 * cannot be had keeps its last version, which goes on ageing until checks are refused; the others are not held up by it.
 */
export async function refreshLists(services: Services): Promise<void> {
  const { config, log } = services
  if (config.listDir) {
    const { warnings } = await loadListFolder(services, config.listDir)
    for (const warning of warnings) log.warn({ warning }, 'sanctions lists')
  } else if (config.listSource === 'official') {
    for (const source of Object.keys(PUBLISHER_FILES) as (keyof typeof PUBLISHER_FILES)[])
      await refreshOne(services, source).catch((error: Error) => log.warn({ source, error: error.message }, 'list not refreshed'))
  } else return
  await syncLists(services)
}

async function refreshOne(services: Services, source: Exclude<ListSource, 'sandbox_sample'>): Promise<void> {
  const { db } = services.connection
  const [latest] = await db
    .select({ id: listVersions.id, etag: listVersions.etag })
    .from(listVersions)
    .where(and(eq(listVersions.source, source), isNull(listVersions.organization_id)))
    .orderBy(desc(listVersions.loaded_at))
    .limit(1)
  const known = latest?.etag?.startsWith('[') ? (JSON.parse(latest.etag) as KnownFile[]) : []
  const result = await downloadList({ source, files: PUBLISHER_FILES[source], known, fetch: globalThis.fetch, now: () => new Date() })
  if (result.status === 'unchanged') {
    await db
      .update(listVersions)
      .set({ checked_at: new Date(result.checked_at) })
      .where(eq(listVersions.id, latest!.id))
    return
  }
  const { lists, refused } = listsFromFiles({ files: result.files, loadedAt: result.checked_at })
  if (refused[0]) throw refused[0].error
  const files = result.files.map(({ name, etag, last_modified, sha256 }): KnownFile => ({ name, etag, last_modified, sha256 }))
  for (const list of lists) await storeList(services, list, 'download', JSON.stringify(files))
}

/** Puts the newest stored versions in force in this process. Does next to nothing while they are the ones in force. */
export async function syncLists(services: Services): Promise<void> {
  const { config, screening } = services
  if (config.listSource === 'sample' && !config.listDir) return
  const newest = await services.connection.db
    .selectDistinctOn([listVersions.source], {
      source: listVersions.source,
      sha256: listVersions.sha256,
      checked_at: listVersions.checked_at,
    })
    .from(listVersions)
    .where(isNull(listVersions.organization_id))
    .orderBy(listVersions.source, desc(listVersions.loaded_at))
  const inForce = new Map<string, string>(screening.official().map((list) => [list.source, list.sha256]))
  if (inForce.size === newest.length && newest.every((row) => inForce.get(row.source) === row.sha256)) {
    screening.markChecked(new Map(newest.map((row) => [row.source, row.checked_at.toISOString()])))
    return
  }
  screening.useOfficial(await newestStored(services))
  if (newest.length) screening.setWarnings([])
}

/** Follows what the worker of another process stores. Returns what stops it. */
export function followLists(services: Services, everyMs = 30_000): () => void {
  const timer = setInterval(() => {
    syncLists(services).catch((error: Error) => services.log.warn({ error: error.message }, 'sanctions lists'))
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
