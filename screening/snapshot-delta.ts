import { type ListDelta, listDelta } from './delta.ts'
import { openSnapshot, readEntry, unzipSnapshot } from './snapshot.ts'

/**
 * What changed between two stored versions of a list, as `listDelta` says it. Entries stored in the same bytes in both are
 * the same and are not even parsed, so a daily change of a large list costs milliseconds.
 * @param before null when there was none: everything is added.
 */
export async function deltaOfSnapshots({ before, after }: { before: Uint8Array | null; after: Uint8Array }): Promise<ListDelta> {
  const old = before && openSnapshot(await unzipSnapshot(before))
  const now = openSnapshot(await unzipSnapshot(after))
  const oldLines = new Set(old?.lines)
  const nowLines = new Set(now.lines)
  const entries = (snapshot: typeof now, others: ReadonlySet<string>) =>
    snapshot.lines.flatMap((line, i) => (others.has(line) ? [] : [readEntry(snapshot.stamp.source, line, i)]))
  return listDelta({
    before: old && { ...old.stamp, entries: entries(old, nowLines) },
    after: { ...now.stamp, entries: entries(now, oldLines) },
  })
}
