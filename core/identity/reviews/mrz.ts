import { alpha2Of } from '#core/kernel/alpha3.ts'

/** What the machine-readable zone of a passport, card or permit says (ICAO 9303-4, -5, -6). */
export interface MrzRead {
  format: string
  full_name: string | null
  date_of_birth: string | null
  number: string | null
  issuing_country: string | null
  nationality: string | null
  expires_on: string | null
  /** Check digits that do not fit what they stand behind, by the name of the field. Empty: every one of them fits. */
  wrong: string[]
}

/** Said where the lines are none of a machine-readable zone. */
const UNREADABLE =
  'These are not the lines of a machine-readable zone. Copy them as they are printed: two lines of 44 or 36 characters, or three of 30, with < where nothing stands.'

/**
 * Reads the lines as they were typed or pasted, spaces and small letters included. The reader is loaded when it is first used. `today`
 * says in which century a year of two digits lies: births are not in the future, and no document is good for more than 50 years.
 */
export async function readMrz(text: string, today: string): Promise<{ mrz: MrzRead } | { problem: string }> {
  const lines = linesOf(text)
  if (!lines) return { problem: UNREADABLE }
  const { parse } = await import('mrz')
  let found: ReturnType<typeof parse>
  try {
    found = parse(lines)
  } catch {
    return { problem: UNREADABLE }
  }
  const { fields, details } = found
  // The reader gives no states that it does not know; a specimen's is shown as it is printed.
  const raw = (field: string) => {
    const at = details.find((one) => one.field === field)?.ranges[0]
    return (at && lines[at.line]?.slice(at.start, at.end).replaceAll('<', '').trim()) || null
  }
  const name = [fields.firstName, fields.lastName].filter(Boolean).join(' ')
  const state = (field: string) => {
    const code = raw(field)
    return code && (alpha2Of(code) ?? code)
  }
  return {
    mrz: {
      format: found.format,
      full_name: name || null,
      date_of_birth: dayOf(raw('birthDate'), (year) => (2_000 + year <= Number(today.slice(0, 4)) ? 2_000 : 1_900)),
      number: fields.documentNumber ?? raw('documentNumber'),
      issuing_country: state('issuingState'),
      nationality: state('nationality'),
      expires_on: dayOf(raw('expirationDate'), (year) => (2_000 + year <= Number(today.slice(0, 4)) + 50 ? 2_000 : 1_900)),
      wrong: details
        .filter((one) => /CheckDigit$/.test(one.field ?? '') && !one.valid)
        .map((one) => one.label.replace(/ check digit$/i, '')),
    },
  }
}

/** The lines without what typing adds; null where they cannot be lines of a zone. */
function linesOf(text: string): string[] | null {
  const lines = text
    .toUpperCase()
    .replaceAll('«', '<<')
    .split(/[\r\n]+/)
    .map((line) => line.replaceAll(/\s/g, ''))
    .filter(Boolean)
  const lengths = lines.map((line) => line.length).join(' ')
  const fits = ['44 44', '36 36', '30 30 30'].includes(lengths) && lines.every((line) => /^[A-Z0-9<]+$/.test(line))
  return fits ? lines : null
}

function dayOf(digits: string | null, century: (year: number) => number): string | null {
  if (!digits || !/^\d{6}$/.test(digits)) return null
  const year = Number(digits.slice(0, 2))
  const day = `${century(year) + year}-${digits.slice(2, 4)}-${digits.slice(4)}`
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? null : day
}
