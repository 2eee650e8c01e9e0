import { sql } from 'drizzle-orm'
import { listVersions } from '#db/schema.ts'
import type { SanctionsList } from '#screening/entity.ts'
import { withoutReprints } from '#screening/load.ts'
import { decodeListInTurns, encodeList } from '#screening/snapshot.ts'
import type { StoredList } from './screening.ts'

/** When the bytes of a version were first put in force here: given back later, they are no newer. Part of a select from `list_versions`. */
export const firstLoadedAt = sql`(select min(same.loaded_at) from list_versions same
  where same.organization_id is null and same.source = list_versions.source and same.sha256 = list_versions.sha256)`.mapWith(
  listVersions.loaded_at,
)

/**
 * Stored versions as they are screened against: together, without the entries one list reprints of another. The threads that
 * index them read the stored bytes, so a list that lost entries is stored anew in memory.
 */
export async function storedLists(
  rows: readonly { content: Uint8Array; checked_at: Date; first_loaded_at: Date }[],
): Promise<StoredList[]> {
  const lists: SanctionsList[] = []
  for (const { content, first_loaded_at } of rows) {
    const list = await decodeListInTurns(content)
    lists.push({ ...list, loaded_at: first_loaded_at.toISOString() })
  }
  const kept = withoutReprints(lists)
  return kept.map((list, i) => ({
    list,
    content: list.entries.length === lists[i]!.entries.length ? rows[i]!.content : encodeList(list),
    confirmedAt: rows[i]!.checked_at.toISOString(),
  }))
}
