/** First day on which a record may be erased. Dates are `YYYY-MM-DD`. */
import { RETENTION, type RecordClass } from '../tables/retention.ts'

export type KeptRecord = { kind: RecordClass; from: string }

function addYears(day: string, years: number): string {
  const [y = '', m = '', d = ''] = day.split('-')
  const year = Number(y) + years
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const date = m === '02' && d === '29' && !leap ? '28' : d
  return `${String(year).padStart(4, '0')}-${m}-${date}`
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

/** Last day a record must be kept. Sanctions records made before the ten-year rule and already past the old five years stay as they were. */
export function lastKeptDay(record: KeptRecord): string {
  const rule = RETENTION[record.kind]
  const legacy = rule.legacyYears !== undefined && rule.since !== undefined && addYears(record.from, rule.legacyYears) < rule.since
  return addYears(record.from, legacy && rule.legacyYears !== undefined ? rule.legacyYears : rule.years)
}

/** The day after the last kept day of all classes; null while any record's clock has not started. */
export function eraseNotBefore(records: readonly KeptRecord[]): string | null {
  if (records.length === 0) return null
  const last = records.map(lastKeptDay).sort().at(-1) as string
  return nextDay(last)
}
