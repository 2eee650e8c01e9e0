import { desc, eq, isNull } from 'drizzle-orm'
import type { Services } from '#core/kernel/services.ts'
import { followTrouble, loadExposedFolder, loadListFolder, newestStored, syncExposed } from '#core/screening/lists/load.ts'
import { holdUnreadable, newestOf, type Offered, offerList, withdrawHolds } from '#core/screening/lists/offer.ts'
import { progressOf, takeRequest } from '#core/screening/lists/progress.ts'
import { listVersions } from '#db/schema.ts'
import { egress, type Fetch } from '#egress/gate.ts'
import { downloadList, type KnownFile, PUBLISHER_FILES, type PublisherFile } from '#screening/download.ts'
import type { ListSource } from '#screening/entity.ts'
import { EXPECTED, type ExpectedLists } from '#screening/lists/expected.ts'
import { loadOffThread } from '#screening/load-off-thread.ts'
import { rescreenPending } from './rescreen-pending.ts'

export type Publishers = Partial<Record<Exclude<ListSource, 'sandbox_sample'>, readonly PublisherFile[]>>

const PEP_BYTES_MAX = 256 * 1024 * 1024
/** The file at the operator's address, known by the name it has there. */
const exposedFile = (url: string): PublisherFile => ({
  name: new URL(url).pathname.split('/').at(-1) || 'pep.csv',
  url,
  bytesMax: PEP_BYTES_MAX,
})

/**
 * Asks every publisher (or reads the operator's folder) for its current list and puts new versions in force. A list that
 * cannot be had keeps its last version, which goes on ageing until checks are refused; the others are not held up by it.
 */
export async function refreshLists(
  services: Services,
  publishers: Publishers = PUBLISHER_FILES,
  fetch: Fetch = egress.fetch('list'),
  expected: ExpectedLists = EXPECTED,
): Promise<void> {
  const { config, log } = services
  if (config.listDir) {
    const { warnings } = await loadListFolder(services, config.listDir, expected)
    for (const warning of warnings) log.warn({ warning }, 'sanctions lists')
  } else if (config.listSource === 'official') {
    for (const [source, files] of Object.entries(publishers)) await refreshOne(services, source as keyof Publishers, files, fetch, expected)
  } else return
  await loadExposedFolder(services)
  if (config.pepUrl) await refreshOne(services, 'pep', [exposedFile(config.pepUrl)], egress.fetch('pep_list'), expected)
  await syncLists(services)
  await rescreenPending(services)
}

/** Refreshes when an administrator asked for it. Returns whether it did. */
export async function refreshWhenAsked(services: Services): Promise<boolean> {
  if (!(await takeRequest(services))) return false
  await refreshLists(services)
  return true
}

async function refreshOne(
  services: Services,
  source: keyof Publishers,
  files: readonly PublisherFile[],
  fetch: Fetch,
  expected: ExpectedLists,
): Promise<void> {
  const progress = progressOf(services, source)
  try {
    await progress.end(await download(services, source, files, fetch, progress, expected))
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
  expected: ExpectedLists,
): Promise<'loaded' | 'unchanged'> {
  const { db } = services.connection
  const latest = await newestOf(services, source)
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
    await withdrawHolds(services, source)
    return 'unchanged'
  }
  await progress.reading()
  const { lists, snapshots, signs, refused } = await loadOffThread({ files: result.files, loadedAt: result.checked_at })
  if (refused[0]) {
    await holdUnreadable(services, refused[0], 'download')
    throw refused[0].error
  }
  const files = result.files.map(({ name, etag, last_modified, sha256 }): KnownFile => ({ name, etag, last_modified, sha256 }))
  const offered: Offered[] = []
  for (const [i, list] of lists.entries()) {
    const offer = { list, content: snapshots[i]!, signs: signs[list.source], origin: 'download', files: JSON.stringify(files) } as const
    offered.push(await offerList(services, offer, expected))
  }
  const held = offered.find((one) => one.state === 'held' || one.state === 'discarded')
  if (held)
    throw new Error(
      `${held.state === 'held' ? 'held back' : 'discarded by two people'}: ${held.findings.map((one) => one.detail).join(' ')}`,
    )
  const stored = offered.some((one) => one.state === 'loaded')
  services.log.info({ source, files: files.map((f) => ({ name: f.name, sha256: f.sha256 })), new: stored }, 'list refreshed')
  return stored ? 'loaded' : 'unchanged'
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
  const sanctions = newest.filter((row) => row.source !== 'pep')
  const inForce = new Map<string, string>(
    screening.official().flatMap((list) => (list.source === 'pep' ? [] : [[list.source, list.sha256]])),
  )
  const same = inForce.size === sanctions.length && sanctions.every((row) => inForce.get(row.source) === row.sha256)
  if (!same) await screening.useOfficial(await newestStored(services))
  await syncExposed(services, newest.find((row) => row.source === 'pep')?.sha256 ?? null)
  screening.markChecked(new Map(newest.map((row) => [row.source, row.checked_at.toISOString()])))
  await followTrouble(services)
}

/** Follows what the worker of another process stores. Returns what stops it. */
export function followLists(services: Services, everyMs = 30_000): () => void {
  const timer = setInterval(() => {
    syncLists(services).catch((error: Error) => services.log.warn({ error: error.message }, 'sanctions lists'))
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
