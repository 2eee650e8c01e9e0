import type { SanctionsList } from '#screening/entity.ts'
import { withoutReprints } from '#screening/load.ts'
import { decodeListInTurns, encodeList } from '#screening/snapshot.ts'
import type { StoredList } from './screening.ts'

/**
 * Stored versions as they are screened against: together, without the entries one list reprints of another. The threads that
 * index them read the stored bytes, so a list that lost entries is stored anew in memory.
 */
export async function storedLists(rows: readonly { content: Uint8Array; checked_at: Date }[]): Promise<StoredList[]> {
  const lists: SanctionsList[] = []
  for (const { content } of rows) lists.push(await decodeListInTurns(content))
  const kept = withoutReprints(lists)
  return kept.map((list, i) => ({
    list,
    content: list.entries.length === lists[i]!.entries.length ? rows[i]!.content : encodeList(list),
    confirmedAt: rows[i]!.checked_at.toISOString(),
  }))
}
