import { and, desc, eq, isNull, ne } from 'drizzle-orm'
import type { Services } from '#core/kernel/services.ts'
import { listVersions } from '#db/schema.ts'
import type { SanctionsList } from '#screening/entity.ts'
import { EXPECTED, type ExpectedLists } from '#screening/lists/expected.ts'
import { loadOffThread } from '#screening/load-off-thread.ts'
import { sandboxSample } from '#screening/sandbox-sample.ts'
import { holdUnreadable, newestOf, type Offered, offerList } from './offer.ts'
import type { StoredList } from './screening.ts'
import { firstLoadedAt, storedLists } from './stored.ts'
import { readTrouble } from './trouble.ts'

/** What a folder, or the stored lists, are read for. */
type ListKind = 'sanctions' | 'pep'

/** The newest stored version of every list of a kind; `loaded_at` is when it was last seen to be the publisher's current one. */
export async function newestStored(services: Pick<Services, 'connection'>, kind: ListKind = 'sanctions'): Promise<StoredList[]> {
  const rows = await services.connection.db
    .selectDistinctOn([listVersions.source], {
      content: listVersions.content,
      checked_at: listVersions.checked_at,
      first_loaded_at: firstLoadedAt,
    })
    .from(listVersions)
    .where(and(isNull(listVersions.organization_id), kind === 'pep' ? eq(listVersions.source, 'pep') : ne(listVersions.source, 'pep')))
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
 * Offers every list of a kind in a folder of files. What cannot be read, or has something against it, is held back, and what was in force
 * stays. Lists of the other kind have a folder of their own, and are only named.
 */
export async function loadListFolder(
  services: Services,
  dir: string,
  expected: ExpectedLists = EXPECTED,
  kind: ListKind = 'sanctions',
): Promise<FolderLoad> {
  const loaded = await loadOffThread({ dir, loadedAt: new Date().toISOString() })
  const wanted = ({ source }: { source: string }) => (source === 'pep') === (kind === 'pep')
  const offered: Offered[] = []
  for (const [i, list] of loaded.lists.entries()) {
    if (!wanted(list)) continue
    const offer = { list, content: loaded.snapshots[i]!, signs: loaded.signs[list.source], origin: 'folder' } as const
    offered.push(await offerList(services, offer, expected))
  }
  for (const refused of loaded.refused.filter(wanted)) offered.push(await holdUnreadable(services, refused, 'folder'))
  const what = kind === 'pep' ? 'list of politically exposed persons' : 'sanctions list'
  const ignored = loaded.ignored.map((name) => `${name} is no ${what} and was ignored`)
  const elsewhere = [...loaded.lists, ...loaded.refused].filter((list) => !wanted(list)).map((list) => list.source)
  const others = elsewhere.map((source) => `${dir} holds ${source} too, which is read from the folder of ${OTHER[kind]}`)
  const none = offered.length ? [] : [`${dir} holds no ${what}: nothing was loaded. Its subfolders are not read`]
  return { lists: loaded.lists.filter(wanted), offered, warnings: [...loaded.warnings, ...ignored, ...others, ...none] }
}

const OTHER = { sanctions: 'PEP_DIR', pep: 'SANCTIONS_DIR' } as const

/** Reads the operator's folder of politically exposed persons, where there is one. A folder that cannot be read stops no other list. */
export async function loadExposedFolder(services: Services): Promise<void> {
  const { config, log } = services
  if (!config.pepDir) return
  try {
    const { warnings } = await loadListFolder(services, config.pepDir, EXPECTED, 'pep')
    for (const warning of warnings) log.warn({ warning }, 'politically exposed persons')
  } catch (error) {
    log.warn({ source: 'pep', error: (error as Error).message }, 'list not refreshed')
  }
}

/** Puts the stored list of politically exposed persons in force, where one is wanted and another or none is. */
export async function syncExposed(services: Services, newest: string | null): Promise<void> {
  const { screening } = services
  const wanted = screening.wantsExposed ? newest : null
  if ((screening.exposed()?.lists[0]?.sha256 ?? null) === wanted) return
  await screening.useExposed(wanted === null ? [] : await newestStored(services, 'pep'))
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
  await loadExposedFolder(services)
  await syncExposed(services, (await newestOf(services, 'pep'))?.sha256 ?? null)
  await followTrouble(services)
}

/** Notes in this process what is wrong with the lists. */
export async function followTrouble(services: Services): Promise<void> {
  const { warnings, held } = await readTrouble(services)
  const none = !services.screening.state().official
  if (none) warnings.push('No official sanctions list is loaded yet: only the fictional sample answers, and production checks are refused.')
  services.screening.setTrouble({ warnings, held })
}
