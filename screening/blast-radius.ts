import { addressKey, readAddress } from './addresses.ts'
import type { EntityChange, ListDelta } from './delta.ts'
import type { ListedEntity } from './entity.ts'
import { identifierKeys, identifiersOf } from './identifiers.ts'

/** A person, company or wallet that is watched, with what its last screening found. */
export type MonitoredSubject = {
  id: string
  addresses: readonly string[]
  /** Values of document, registration or ship numbers. */
  identifiers: readonly string[]
  /** Ids of the entries in the last result. */
  matched: readonly string[]
}

type TouchReason = 'matched_before' | 'address' | 'identifier' | 'name'

export type SubjectIndex = {
  readonly size: number
  /**
   * Subjects whose result the delta may change, and why. All others keep their result.
   * @param nameFound whether the subject's names are found when screened against `entriesNow(delta)` alone. A score depends on the two
   *   names only, so what is not found there cannot be new in the whole list.
   */
  touched(delta: ListDelta, nameFound: (subjectId: string) => boolean): Map<string, Set<TouchReason>>
}

/** Fields of an entry that decide nothing about a match. */
const SILENT_FIELDS: ReadonlySet<keyof ListedEntity> = new Set(['remarks', 'url', 'titles', 'postal_addresses', 'listed_on'])

/** Indexes monitored subjects by addresses, identifiers and what they matched, so that a list change finds them. */
export function buildSubjectIndex(subjects: readonly MonitoredSubject[]): SubjectIndex {
  const byMatch = new Map<string, string[]>()
  const byAddress = new Map<string, string[]>()
  const byIdentifier = new Map<string, string[]>()
  for (const { id, matched, addresses, identifiers } of subjects) {
    for (const entity of matched) push(byMatch, entity, id)
    for (const address of addresses) push(byAddress, addressKey(readAddress(address)), id)
    for (const value of identifiers) for (const key of identifierKeys(value)) push(byIdentifier, key, id)
  }
  return {
    size: subjects.length,
    touched(delta, nameFound) {
      const found = new Map<string, Set<TouchReason>>()
      const touch = (reason: TouchReason) => (id: string) => {
        const reasons = found.get(id)
        if (reasons) reasons.add(reason)
        else found.set(id, new Set([reason]))
      }
      const now = entriesNow(delta)
      if (now.length === 0 && delta.removed.length === 0) return found
      const replaced = delta.changed.filter(mayDecide).map((change) => change.after)
      for (const entity of [...delta.removed, ...replaced]) byMatch.get(entity.id)?.forEach(touch('matched_before'))
      for (const entity of now) {
        for (const wallet of entity.addresses) byAddress.get(addressKey(wallet))?.forEach(touch('address'))
        for (const { value } of identifiersOf(entity))
          for (const key of identifierKeys(value)) byIdentifier.get(key)?.forEach(touch('identifier'))
      }
      if (now.length > 0) for (const { id } of subjects) if (nameFound(id)) touch('name')(id)
      return found
    },
  }
}

function mayDecide({ fields }: EntityChange): boolean {
  return fields.some((field) => !SILENT_FIELDS.has(field))
}

function push(map: Map<string, string[]>, key: string, id: string): void {
  const ids = map.get(key)
  if (!ids) map.set(key, [id])
  else if (ids.at(-1) !== id) ids.push(id)
}

/** One entry found for a subject. */
export type FoundEntry = { entity_id: string; score: number }

type SubjectChange = { subject_id: string; reasons: TouchReason[]; gained: string[]; lost: string[]; rescored: string[] }

export type BlastReport = {
  from: string | null
  to: string
  subjects: number
  /** Subjects screened again. */
  rescreened: number
  newly_hit: SubjectChange[]
  cleared: SubjectChange[]
  /** Same entries as before, or some gained and some left, with at least one change. */
  changed: SubjectChange[]
  /** Subjects the delta could not touch or whose result stayed the same. */
  unaffected: number
}

/**
 * Screens again the subjects a delta can touch, and says what became of each.
 * @param before the entries each subject had.
 * @param screen screens one subject against the lists now in force.
 * @param nameFound see `SubjectIndex.touched`.
 */
export function rescreenDelta({
  index,
  delta,
  before,
  screen,
  nameFound,
}: {
  index: SubjectIndex
  delta: ListDelta
  before: (subjectId: string) => readonly FoundEntry[]
  screen: (subjectId: string) => readonly FoundEntry[]
  nameFound: (subjectId: string) => boolean
}): BlastReport & { results: Map<string, readonly FoundEntry[]> } {
  const report = emptyReport(index, delta)
  const results = new Map<string, readonly FoundEntry[]>()
  const touched = [...index.touched(delta, nameFound)].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [subject_id, reasons] of touched) {
    const old = before(subject_id)
    const now = screen(subject_id)
    results.set(subject_id, now)
    report.rescreened++
    const change = { subject_id, reasons: [...reasons], ...compare(old, now) }
    if (change.gained.length + change.lost.length + change.rescored.length === 0) continue
    report.unaffected--
    if (old.length === 0) report.newly_hit.push(change)
    else if (now.length === 0) report.cleared.push(change)
    else report.changed.push(change)
  }
  return { ...report, results }
}

/** The delta's own entries as they are now, but for those changed only in fields that decide nothing: what `nameFound` screens against. */
export function entriesNow(delta: ListDelta): ListedEntity[] {
  return [...delta.added, ...delta.changed.filter(mayDecide).map((change) => change.after)]
}

function emptyReport(index: SubjectIndex, delta: ListDelta): BlastReport {
  const nothing = { rescreened: 0, newly_hit: [], cleared: [], changed: [] }
  return { from: delta.from, to: delta.to, subjects: index.size, unaffected: index.size, ...nothing }
}

function compare(old: readonly FoundEntry[], now: readonly FoundEntry[]) {
  const scores = new Map(old.map((f) => [f.entity_id, f.score]))
  const left = new Set(scores.keys())
  const gained: string[] = []
  const rescored: string[] = []
  for (const { entity_id, score } of now) {
    left.delete(entity_id)
    const was = scores.get(entity_id)
    if (was === undefined) gained.push(entity_id)
    else if (was !== score) rescored.push(entity_id)
  }
  return { gained, lost: [...left], rescored }
}
