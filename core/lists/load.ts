import { desc, eq, isNull } from 'drizzle-orm'
import { listVersions } from '#db/schema.ts'
import type { SanctionsList } from '#screening/entity.ts'
import { loadFolder, withoutReprints } from '#screening/load.ts'
import { sandboxSample } from '#screening/sandbox-sample.ts'
import { decodeList, encodeList } from '#screening/snapshot.ts'
import { newId } from '../ids.ts'
import type { Services } from '../services.ts'
import { systemCtx } from '../system.ts'
import { write } from '../transaction.ts'

/** Stores a version of a list, unless the newest stored one has the same bytes. Tells the audit log and subscribers. */
export async function storeList(services: Services, list: SanctionsList, origin: 'download' | 'folder', files?: string): Promise<boolean> {
  const { db } = services.connection
  const [latest] = await db
    .select({ id: listVersions.id, sha256: listVersions.sha256 })
    .from(listVersions)
    .where(eq(listVersions.source, list.source))
    .orderBy(desc(listVersions.loaded_at))
    .limit(1)
  if (latest?.sha256 === list.sha256) {
    await db
      .update(listVersions)
      .set({ checked_at: new Date(), ...(files !== undefined && { etag: files }) })
      .where(eq(listVersions.id, latest.id))
    return false
  }
  const id = newId('list_version')
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
      content: encodeList(list),
    })
    return {
      result: true,
      audit: {
        action: 'list_loaded',
        category: 'system',
        subject: { type: 'list_version', id },
        details: { source: list.source, version: list.version, sha256: list.sha256, entries: list.entries.length, origin },
      },
      events: [
        {
          type: 'sanctions.list.updated',
          resource: { type: 'list', id: list.source },
          object: { source: list.source, version: list.version, sha256: list.sha256, entries: list.entries.length },
        },
      ],
    }
  })
  return true
}

/** The newest stored version of every official list; `loaded_at` is when it was last seen to be the publisher's current one. */
export async function newestStored(services: Pick<Services, 'connection'>): Promise<SanctionsList[]> {
  const rows = await services.connection.db
    .selectDistinctOn([listVersions.source])
    .from(listVersions)
    .where(isNull(listVersions.organization_id))
    .orderBy(listVersions.source, desc(listVersions.loaded_at))
  return withoutReprints(rows.map((row) => ({ ...decodeList(row.content), loaded_at: row.checked_at.toISOString() })))
}

/** Loads a folder of official files into the store. Malformed files are refused whole; what was in force stays. */
export async function loadListFolder(services: Services, dir: string): Promise<{ lists: SanctionsList[]; warnings: string[] }> {
  const loaded = await loadFolder({ dir })
  for (const list of loaded.lists) await storeList(services, list, 'folder')
  const refused = loaded.refused.map((r) => `${r.source} was refused: ${r.error.message}`)
  return { lists: loaded.lists, warnings: [...refused, ...loaded.warnings] }
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
  services.screening.useOfficial(stored)
  if (!stored.length)
    warnings.push('No official sanctions list is loaded yet: only the fictional sample answers, and production checks are refused.')
  services.screening.setWarnings(warnings)
}
