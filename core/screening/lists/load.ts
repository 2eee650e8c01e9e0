import { desc, isNull } from 'drizzle-orm'
import type { Services } from '#core/kernel/services.ts'
import { listVersions } from '#db/schema.ts'
import type { SanctionsList } from '#screening/entity.ts'
import { EXPECTED, type ExpectedLists } from '#screening/lists/expected.ts'
import { loadOffThread } from '#screening/load-off-thread.ts'
import { sandboxSample } from '#screening/sandbox-sample.ts'
import { holdUnreadable, type Offered, offerList } from './offer.ts'
import type { StoredList } from './screening.ts'
import { firstLoadedAt, storedLists } from './stored.ts'
import { readTrouble } from './trouble.ts'

/** The newest stored version of every official list; `loaded_at` is when it was last seen to be the publisher's current one. */
export async function newestStored(services: Pick<Services, 'connection'>): Promise<StoredList[]> {
  const rows = await services.connection.db
    .selectDistinctOn([listVersions.source], {
      content: listVersions.content,
      checked_at: listVersions.checked_at,
      first_loaded_at: firstLoadedAt,
    })
    .from(listVersions)
    .where(isNull(listVersions.organization_id))
    .orderBy(listVersions.source, desc(listVersions.loaded_at), desc(listVersions.id))
  return storedLists(rows)
}

export interface FolderLoad {
  lists: SanctionsList[]
  /** What became of each, in the order of their sources; also of those whose files could not be read. */
  offered: Offered[]
  warnings: string[]
}

/**
 * Offers every list of a folder of official files. What cannot be read, or has something against it, is held back, and what was in force
 * stays.
 */
export async function loadListFolder(services: Services, dir: string, expected: ExpectedLists = EXPECTED): Promise<FolderLoad> {
  const loaded = await loadOffThread({ dir, loadedAt: new Date().toISOString() })
  const offered: Offered[] = []
  for (const [i, list] of loaded.lists.entries())
    offered.push(
      await offerList(services, { list, content: loaded.snapshots[i]!, signs: loaded.signs[list.source], origin: 'folder' }, expected),
    )
  for (const refused of loaded.refused) offered.push(await holdUnreadable(services, refused, 'folder'))
  const ignored = loaded.ignored.map((name) => `${name} is no sanctions list and was ignored`)
  const none = offered.length ? [] : [`${dir} holds no sanctions list: nothing was loaded. Its subfolders are not read`]
  return { lists: loaded.lists, offered, warnings: [...loaded.warnings, ...ignored, ...none] }
}

/**
 * Puts the lists in force at start: the operator's folder, else what an earlier run stored, else only the sample, with a
 * warning that everybody can see until the first download has worked.
 */
export async function openLists(services: Services, options: { dir: string | null; source: 'official' | 'sample' }): Promise<void> {
  services.screening.useSample(sandboxSample({ loadedAt: new Date().toISOString() }))
  if (options.source === 'sample' && !options.dir) {
    services.screening.setTrouble({
      held: [],
      warnings: ['Only the fictional sample list is loaded (SANCTIONS_SOURCE=sample): no real person can be found.'],
    })
    return
  }
  if (options.dir) {
    const { warnings: found } = await loadListFolder(services, options.dir)
    for (const warning of found) services.log.warn({ warning }, 'sanctions lists')
  }
  await services.screening.useOfficial(await newestStored(services))
  await followTrouble(services)
}

/** Notes in this process what is wrong with the lists. */
export async function followTrouble(services: Services): Promise<void> {
  const { warnings, held } = await readTrouble(services)
  const none = services.screening.official().length === 0
  if (none) warnings.push('No official sanctions list is loaded yet: only the fictional sample answers, and production checks are refused.')
  services.screening.setTrouble({ warnings, held })
}
