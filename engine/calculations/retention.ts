/** First day on which a record may be erased. Dates are real days as `YYYY-MM-DD`. */
import { addYears, isoDay, parseDay } from '../dates.ts'
import { RETENTION, type RecordClass } from '../tables/retention.ts'

export type KeptRecord = { kind: RecordClass; from: string }
/** The years beyond which whoever keeps a record may not keep it, by kind, and the day after which only the law's own years count. */
export interface Most {
  readonly years?: Readonly<Partial<Record<RecordClass, number>>> | undefined
  readonly until?: Readonly<Partial<Record<RecordClass, string>>> | undefined
}

const anniversary = (day: string, years: number): string => isoDay(addYears(parseDay(day) as number, years))

/** Last day a record must be kept. Sanctions records made before the ten-year rule and already past the old five years stay as they were. */
function lastKeptDay(record: KeptRecord): string {
  const rule = RETENTION[record.kind]
  const legacy = rule.legacyYears !== undefined && rule.since !== undefined && anniversary(record.from, rule.legacyYears) < rule.since
  return anniversary(record.from, legacy && rule.legacyYears !== undefined ? rule.legacyYears : rule.years)
}

/**
 * The day after the last kept day of all classes; null while any record's clock has not started. `least`: years for which whoever keeps
 * them keeps them at least, never fewer than the law's. `most`: how long they may at most.
 */
export function eraseNotBefore(records: readonly KeptRecord[], least = 0, most: Most = {}): string | null {
  if (records.length === 0) return null
  const last = records
    .flatMap((record) => [lastKeptDay(record), ...(least ? [lastOwnDay(record, least, most)] : [])])
    .sort()
    .at(-1) as string
  return isoDay((parseDay(last) as number) + 1)
}

/** The last day of the years of their own, as far as the law of this kind lets them. */
function lastOwnDay({ kind, from }: KeptRecord, least: number, most: Most): string {
  const own = anniversary(from, yearsOfOwn(kind, least, most))
  const until = most.until?.[kind]
  return until !== undefined && until < own ? until : own
}

/** The years of their own, `least`, as far as the law of this kind lets them. */
export const yearsOfOwn = (kind: RecordClass, least: number, most: Most): number => Math.min(least, most.years?.[kind] ?? least)
