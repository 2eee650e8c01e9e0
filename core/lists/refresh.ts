import { and, desc, eq, isNull } from 'drizzle-orm'
import { listVersions } from '#db/schema.ts'
import { egress, type Fetch } from '#egress/gate.ts'
import { downloadList, type KnownFile, PUBLISHER_FILES, type PublisherFile } from '#screening/download.ts'
import type { ListSource, SanctionsList } from '#screening/entity.ts'
import { loadOffThread } from '#screening/load-off-thread.ts'
import type { Services } from '../services.ts'
import { loadListFolder, newestStored, storeList } from './load.ts'
import { progressOf, takeRequest } from './progress.ts'
import { rescreenPending } from './rescreen-pending.ts'

export type Publishers = Partial<Record<Exclude<ListSource, 'sandbox_sample'>, readonly PublisherFile[]>>

/**
 * Asks every publisher (or reads the operator's folder) for its current list and puts new versions in force. A list that
 * cannot be had keeps its last version, which goes on ageing until checks are refused; the others are not held up by it.
 */
export async function refreshLists(
  services: Services,
  publishers: Publishers = PUBLISHER_FILES,
  fetch: Fetch = egress.fetch('list'),
): Promise<void> {
  const { config, log } = services
  if (config.listDir) {
    const { warnings } = await loadListFolder(services, config.listDir)
    for (const warning of warnings) log.warn({ warning }, 'sanctions lists')
  } else if (config.listSource === 'official') {
    for (const [source, files] of Object.entries(publishers)) await refreshOne(services, source as keyof Publishers, files, fetch)
  } else return
  await syncLists(services)
  await rescreenPending(services)
}

/** Refreshes when an administrator asked for it. Returns whether it did. */
export async function refreshWhenAsked(services: Services): Promise<boolean> {
  if (!(await takeRequest(services))) return false
  await refreshLists(services)
  return true
}

async function refreshOne(services: Services, source: keyof Publishers, files: readonly PublisherFile[], fetch: Fetch): Promise<void> {
  const progress = progressOf(services, source)
  try {
    await progress.end(await download(services, source, files, fetch, progress))
  } catch (error) {
    const { message } = error as Error
    services.log.warn({ source, error: message }, 'list not refreshed')
    await progress.end('failed', message)
  }
}

async function download(
  services: Services,
  source: keyof Publishers,
  publisherFiles: readonly PublisherFile[],
  fetch: Fetch,
  progress: ReturnType<typeof progressOf>,
): Promise<'loaded' | 'unchanged'> {
  const { db } = services.connection
  const [latest] = await db
    .select({ id: listVersions.id, etag: listVersions.etag, entries: listVersions.entries, names: listVersions.names })
    .from(listVersions)
    .where(and(eq(listVersions.source, source), isNull(listVersions.organization_id)))
    .orderBy(desc(listVersions.loaded_at), desc(listVersions.id))
    .limit(1)
  const known = latest?.etag?.startsWith('[') ? (JSON.parse(latest.etag) as KnownFile[]) : []
  const result = await downloadList({
    source,
    files: publisherFiles,
    known,
    fetch,
    now: () => new Date(),
    onProgress: progress.onProgress,
  })
  if (result.status === 'unchanged') {
    await db
      .update(listVersions)
      .set({ checked_at: new Date(result.checked_at) })
      .where(eq(listVersions.id, latest!.id))
    return 'unchanged'
  }
  await progress.reading()
  const { lists, snapshots, refused } = await loadOffThread({ files: result.files, loadedAt: result.checked_at })
  if (refused[0]) throw refused[0].error
  for (const list of lists) if (list.source === source && latest) refuseRemnant(list, latest)
  const files = result.files.map(({ name, etag, last_modified, sha256 }): KnownFile => ({ name, etag, last_modified, sha256 }))
  let stored = false
  for (const [i, list] of lists.entries())
    stored = (await storeList(services, { list, content: snapshots[i]! }, 'download', JSON.stringify(files))) || stored
  services.log.info({ source, files: files.map((f) => ({ name: f.name, sha256: f.sha256 })), new: stored }, 'list refreshed')
  return stored ? 'loaded' : 'unchanged'
}

/** So many fewer are no delisting. */
const LOST_SHARE = 0.25
const LOST_LEAST = 100

/**
 * Refuses a list that lost a quarter of its entries or names since the version in force: a file that ends early at the end of a row reads
 * as a whole one, and would clear everybody on its rest. An operator who knows better loads it from a folder.
 */
function refuseRemnant(list: SanctionsList, before: { entries: number; names: number }): void {
  const now = { entries: list.entries.length, names: list.entries.reduce((n, entry) => n + entry.names.length, 0) }
  for (const what of ['entries', 'names'] as const) {
    const lost = before[what] - now[what]
    if (lost >= LOST_LEAST && lost >= before[what] * LOST_SHARE)
      throw new Error(`${now[what]} ${what} where the version in force has ${before[what]}: taken for a part of the list, and not used`)
  }
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
    .orderBy(listVersions.source, desc(listVersions.loaded_at), desc(listVersions.id))
  const inForce = new Map<string, string>(screening.official().map((list) => [list.source, list.sha256]))
  if (inForce.size === newest.length && newest.every((row) => inForce.get(row.source) === row.sha256)) {
    screening.markChecked(new Map(newest.map((row) => [row.source, row.checked_at.toISOString()])))
    return
  }
  await screening.useOfficial(await newestStored(services))
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
