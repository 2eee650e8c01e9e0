import { HOLIDAY_DATES } from './tables/holidays.ts'

// A Day is a whole number of days since 1970-01-01. A legal day is the calendar day in New York.
// The platform's Date and Intl are not used: their answers depend on the machine's time-zone data.

export type Day = number
/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number

const DAY_MS = 86_400_000

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeap(year) ? 29 : LENGTHS[month - 1]!
}

/** The Day of a calendar date (proleptic Gregorian). */
export function dayOf(year: number, month: number, date: number): Day {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yoe = y - era * 400
  const doy = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + date - 1
  const doe = yoe * 365 + Math.floor(yoe / 4) - Math.floor(yoe / 100) + doy
  return era * 146_097 + doe - 719_468
}

/** Year, month (1–12) and date of a Day. */
export function civil(day: Day): { year: number; month: number; date: number } {
  const z = day + 719_468
  const era = Math.floor(z / 146_097)
  const doe = z - era * 146_097
  const yoe = Math.floor((doe - Math.floor(doe / 1460) + Math.floor(doe / 36_524) - Math.floor(doe / 146_096)) / 365)
  const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100))
  const mp = Math.floor((5 * doy + 2) / 153)
  const month = mp < 10 ? mp + 3 : mp - 9
  return { year: yoe + era * 400 + (month <= 2 ? 1 : 0), month, date: doy - Math.floor((153 * mp + 2) / 5) + 1 }
}

/** "2026-11-21" of a Day. */
export function isoDay(day: Day): string {
  const { year, month, date } = civil(day)
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
}

/** Reads "YYYY-MM-DD"; null when it is not a real calendar date. */
export function parseDay(text: string): Day | null {
  if (text.length !== 10 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return null
  const year = digits(text, 0, 4)
  const month = digits(text, 5, 2)
  const date = digits(text, 8, 2)
  if (year < 1 || month < 1 || month > 12 || date < 1 || date > daysInMonth(year, month)) return null
  return dayOf(year, month, date)
}

function digits(text: string, at: number, count: number): number {
  let value = 0
  for (let i = at; i < at + count; i++) {
    const digit = text.charCodeAt(i) - 48
    if (!(digit >= 0 && digit <= 9)) return -1
    value = value * 10 + digit
  }
  return value
}

/** Reads an RFC 3339 time with an explicit zone into milliseconds; null otherwise. Anything finer than a millisecond is dropped. */
export function parseInstant(text: string): Instant | null {
  if (text.length < 20 || (text[10] !== 'T' && text[10] !== 't') || text[13] !== ':' || text[16] !== ':') return null
  const day = parseDay(text.slice(0, 10))
  const hour = digits(text, 11, 2)
  const minute = digits(text, 14, 2)
  const second = digits(text, 17, 2)
  if (day === null || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return null
  let at = 19
  let ms = 0
  if (text[at] === '.') {
    let end = at + 1
    while (end < text.length && digits(text, end, 1) >= 0) end++
    if (end === at + 1) return null
    ms = Number(
      text
        .slice(at + 1, at + 4)
        .slice(0, end - at - 1)
        .padEnd(3, '0'),
    )
    at = end
  }
  const zone = text[at]
  const local = day * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000 + ms
  if ((zone === 'Z' || zone === 'z') && at === text.length - 1) return local
  if ((zone !== '+' && zone !== '-') || text.length !== at + 6 || text[at + 3] !== ':') return null
  const oh = digits(text, at + 1, 2)
  const om = digits(text, at + 4, 2)
  if (oh < 0 || oh > 23 || om < 0 || om > 59) return null
  return local - (zone === '+' ? 1 : -1) * (oh * 60 + om) * 60_000
}

/** RFC 3339 UTC text of an instant, with milliseconds only where there are any. */
export function isoInstant(at: Instant): string {
  const day = Math.floor(at / DAY_MS)
  let rest = at - day * DAY_MS
  const ms = rest % 1000
  rest = (rest - ms) / 1000
  const two = (n: number) => String(n).padStart(2, '0')
  const time = `${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`
  return `${isoDay(day)}T${time}${ms ? `.${String(ms).padStart(3, '0')}` : ''}Z`
}

/** 0 = Sunday … 6 = Saturday. */
function weekday(day: Day): number {
  return (((day + 4) % 7) + 7) % 7
}

/** The Monday of the calendar week of a day. */
export const mondayOf = (day: Day): Day => day - ((weekday(day) + 6) % 7)

function nthSunday(year: number, month: number, n: number): Day {
  const first = dayOf(year, month, 1)
  return first + ((7 - weekday(first)) % 7) + (n - 1) * 7
}

function lastSunday(year: number, month: number): Day {
  const last = dayOf(year, month, daysInMonth(year, month))
  return last - weekday(last)
}

/** Daylight saving in New York for a year: first and last instants, by 15 USC 260a as it stood (since 2007, 1987–2006, before). */
function daylightSaving(year: number): { from: Instant; to: Instant } {
  const start = year >= 2007 ? nthSunday(year, 3, 2) : year >= 1987 ? nthSunday(year, 4, 1) : lastSunday(year, 4)
  const end = year >= 2007 ? nthSunday(year, 11, 1) : lastSunday(year, 10)
  return { from: start * DAY_MS + 7 * 3_600_000, to: end * DAY_MS + 6 * 3_600_000 }
}

const savings = new Map<number, { from: Instant; to: Instant }>()

/** The calendar day in New York at an instant: the legal day of this rulebook. */
export function legalDay(at: Instant): Day {
  const standard = Math.floor((at - 5 * 3_600_000) / DAY_MS)
  const year = civil(standard).year
  let dst = savings.get(year)
  if (!dst) {
    dst = daylightSaving(year)
    savings.set(year, dst)
  }
  return at >= dst.from && at < dst.to ? Math.floor((at - 4 * 3_600_000) / DAY_MS) : standard
}

/** The instant at which a legal day begins in New York. */
export function startOfLegalDay(day: Day): Instant {
  const guess = day * DAY_MS + 4 * 3_600_000
  return legalDay(guess) === day ? guess : guess + 3_600_000
}

/** Adds calendar months; a day that the month does not have becomes its last day (08-31 + 6 months = 02-28). */
export function addMonths(day: Day, months: number): Day {
  const { year, month, date } = civil(day)
  const index = year * 12 + (month - 1) + months
  const y = Math.floor(index / 12)
  const m = index - y * 12 + 1
  return dayOf(y, m, Math.min(date, daysInMonth(y, m)))
}

export function addYears(day: Day, years: number): Day {
  return addMonths(day, years * 12)
}

const HOLIDAYS: ReadonlySet<Day> = new Set(HOLIDAY_DATES.map((date) => parseDay(date)!))

/** True on a day that is not a Saturday, Sunday or US federal holiday. Outside the table only weekends are known. */
function isBusinessDay(day: Day): boolean {
  const w = weekday(day)
  return w !== 0 && w !== 6 && !HOLIDAYS.has(day)
}

/** The day itself when it is a business day, else the next one. */
export function rollForward(day: Day): Day {
  let d = day
  while (!isBusinessDay(d)) d++
  return d
}

/** The nth business day after a day. */
export function addBusinessDays(day: Day, count: number): Day {
  let d = day
  for (let left = count; left > 0; left--) d = rollForward(d + 1)
  return d
}

/** Business days after `from` up to and including `to`. */
export function businessDaysBetween(from: Day, to: Day): number {
  let count = 0
  for (let d = from + 1; d <= to; d++) if (isBusinessDay(d)) count++
  return count
}

/** Completed years of age on a day. Someone born on 29 February has the birthday on 1 March in a common year. */
export function ageOn(birth: Day, on: Day): number {
  const b = civil(birth)
  const d = civil(on)
  const leapling = b.month === 2 && b.date === 29 && !isLeap(d.year)
  const month = leapling ? 3 : b.month
  const date = leapling ? 1 : b.date
  return d.year - b.year - (d.month < month || (d.month === month && d.date < date) ? 1 : 0)
}
