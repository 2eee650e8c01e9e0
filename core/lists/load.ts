import { and, desc, eq, isNull } from 'drizzle-orm'
import { listVersions } from '#db/schema.ts'
import type { SanctionsList } from '#screening/entity.ts'
import { loadOffThread } from '#screening/load-off-thread.ts'
import { sandboxSample } from '#screening/sandbox-sample.ts'
import { newId } from '../ids.ts'
import type { Services } from '../services.ts'
import { systemCtx } from '../system.ts'
import { write } from '../transaction.ts'
import type { StoredList } from './screening.ts'
import { storedLists } from './stored.ts'

/** Stores a version of a list, unless the newest stored one has the same bytes. Tells the audit log and subscribers. */
export async function storeList(
  services: Services,
  { list, content }: { list: SanctionsList; content: Uint8Array },
  origin: 'download' | 'folder',
  files?: string,
): Promise<boolean> {
  const { db } = services.connection
  const [latest] = await db
    .select({ id: listVersions.id, sha256: listVersions.sha256 })
    .from(listVersions)
    .where(and(eq(listVersions.source, list.source), isNull(listVersions.organization_id)))
    .orderBy(desc(listVersions.loaded_at), desc(listVersions.id))
    .limit(1)
  if (latest?.sha256 === list.sha256) {
    await db
      .update(listVersions)
      .set({ checked_at: new Date(), ...(files !== undefined && { etag: files }) })
      .where(eq(listVersions.id, latest.id))
    return false
  }
  const id = newId('list_version')
  // no event: the re-screening that follows tells every subscriber, with what it found.
  await write(systemCtx(services, { id: 'lists' }), async (tx) => {
    await tx.insert(listVersions).values({
      id,
      source: list.source,
      version: list.version,
      sha256: list.sha256,
      entries: list.entries.length,
      names: list.entries.reduce((n, e) => n + e.names.length, 0),
      addresses: list.entries.reduce((n, e) => n + e.addresses.length, 0),
      published_at: new Date(list.published_at),
      loaded_at: new Date(list.loaded_at),
      checked_at: new Date(),
      origin,
      etag: files ?? null,
      content,
    })
    return {
      result: true,
      audit: {
        action: 'list_loaded',
        category: 'system',
        subject: { type: 'list_version', id },
        details: { source: list.source, version: list.version, sha256: list.sha256, entries: list.entries.length, origin },
      },
    }
  })
  return true
}

/** The newest stored version of every official list; `loaded_at` is when it was last seen to be the publisher's current one. */
export async function newestStored(services: Pick<Services, 'connection'>): Promise<StoredList[]> {
  const rows = await services.connection.db
    .selectDistinctOn([listVersions.source], { content: listVersions.content, checked_at: listVersions.checked_at })
    .from(listVersions)
    .where(isNull(listVersions.organization_id))
    .orderBy(listVersions.source, desc(listVersions.loaded_at), desc(listVersions.id))
  return storedLists(rows)
}

/** Loads a folder of official files into the store. Malformed files are refused whole; what was in force stays. */
export async function loadListFolder(services: Services, dir: string): Promise<{ lists: SanctionsList[]; warnings: string[] }> {
  const loaded = await loadOffThread({ dir, loadedAt: new Date().toISOString() })
  for (const [i, list] of loaded.lists.entries()) await storeList(services, { list, content: loaded.snapshots[i]! }, 'folder')
  const refused = loaded.refused.map((r) => `${r.source} was refused: ${r.error.message}`)
  const ignored = loaded.ignored.map((name) => `${name} is no sanctions list and was ignored`)
  const none =
    loaded.lists.length || refused.length ? [] : [`${dir} holds no sanctions list: nothing was loaded. Its subfolders are not read`]
  return { lists: loaded.lists, warnings: [...refused, ...loaded.warnings, ...ignored, ...none] }
}

/**
 * Puts the lists in force at start: the operator's folder, else what an earlier run stored, else only the sample, with a
 * warning that everybody can see until the first download has worked.
 */
export async function openLists(services: Services, options: { dir: string | null; source: 'official' | 'sample' }): Promise<void> {
  services.screening.useSample(sandboxSample({ loadedAt: new Date().toISOString() }))
  if (options.source === 'sample' && !options.dir) {
    services.screening.setWarnings(['Only the fictional sample list is loaded (SANCTIONS_SOURCE=sample): no real person can be found.'])
    return
  }
  const warnings: string[] = []
  if (options.dir) {
    const { warnings: found } = await loadListFolder(services, options.dir)
    for (const warning of found) services.log.warn({ warning }, 'sanctions lists')
    warnings.push(...found.filter((w) => w.includes('refused')))
  }
  const stored = await newestStored(services)
  await services.screening.useOfficial(stored)
  if (!stored.length)
    warnings.push('No official sanctions list is loaded yet: only the fictional sample answers, and production checks are refused.')
  services.screening.setWarnings(warnings)
}
