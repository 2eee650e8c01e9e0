import type { ListedDate } from '../entity.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

type Day = { from: string; to: string }

/**
 * Reads one published birth date: `05 Jul 1965`, `Jul 1965`, `1965`, `1965-07-05`, `05/07/1965`, `00/00/1965`, `dd/mm/1965`,
 * two of them joined by `to`, `-` or `and`, each with or without `circa`. Null when it says no year: a date that cannot be read is
 * left out, and so counts neither for nor against anyone.
 */
export function readDate(text: string): ListedDate | null {
  const clean = text.replace(/\s+/g, ' ').replace(/\.$/, '').trim()
  if (clean === '') return null
  const circa = /\b(circa|ca?\.|approximately|approx\.?|about|around)(?=[\s\d]|$)/i.test(clean)
  const bare = clean
    .replace(/\b(circa|ca?\.|approximately|approx\.?|about|around|between|from)(?=[\s\d]|$)/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const whole = readDay(bare)
  if (whole) return { ...whole, circa, text: clean }
  const [first, second, more] = bare.split(/\s+(?:to|and|until)\s+|\s+[-–]\s+|(?<=^\d{4})[-–/](?=\d{4}$)/i)
  if (first === undefined || second === undefined || more !== undefined) return null
  const from = readDay(first.trim())
  const to = readDay(second.trim())
  if (!from || !to || from.from > to.to) return null
  return { from: from.from, to: to.to, circa, text: clean }
}

/** A range of whole years, as the UN and the EU give it. */
export function yearRange({ from, to, circa, text }: { from: number; to: number; circa: boolean; text: string }): ListedDate | null {
  if (!isYear(from) || !isYear(to) || from > to) return null
  return { from: `${from}-01-01`, to: `${to}-12-31`, circa, text }
}

function readDay(text: string): Day | null {
  let m = /^(\d{1,2}) ([A-Za-z]{3,9})\.? (\d{4})$/.exec(text)
  if (m) return makeDay(Number(m[3]), MONTHS.indexOf(m[2]!.slice(0, 3).toLowerCase()) + 1, Number(m[1]))
  m = /^([A-Za-z]{3,9})\.? (\d{4})$/.exec(text)
  if (m) return makeDay(Number(m[2]), MONTHS.indexOf(m[1]!.slice(0, 3).toLowerCase()) + 1, 0)
  m = /^(\d{4})$/.exec(text)
  if (m) return makeDay(Number(m[1]), 0, 0)
  m = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?:T.*)?$/.exec(text)
  if (m) return makeDay(Number(m[1]), Number(m[2]), Number(m[3] ?? 0))
  m = /^(\d{1,2}|dd)\/(\d{1,2}|mm)\/(\d{4})$/i.exec(text)
  if (m) return makeDay(Number(m[3]), Number.parseInt(m[2]!, 10) || 0, Number.parseInt(m[1]!, 10) || 0)
  return null
}

/** Month 0 or day 0 means "not given", also where a publisher writes an impossible day such as 31 February: the month still holds. */
function makeDay(year: number, month: number, day: number): Day | null {
  if (!isYear(year) || month < 0 || month > 12) return null
  const y = String(year)
  if (month === 0) return { from: `${y}-01-01`, to: `${y}-12-31` }
  const mm = String(month).padStart(2, '0')
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (day < 1 || day > last) return { from: `${y}-${mm}-01`, to: `${y}-${mm}-${last}` }
  const date = `${y}-${mm}-${String(day).padStart(2, '0')}`
  return { from: date, to: date }
}

function isYear(year: number): boolean {
  return Number.isInteger(year) && year >= 1800 && year <= 2200
}

/** A single published day as YYYY-MM-DD; null unless day, month and year are all given. */
export function readListedOn(text: string): string | null {
  const date = readDate(text)
  return date && date.from === date.to ? date.from : null
}
