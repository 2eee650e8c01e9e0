import { parse } from 'mrz'
import { fileOf } from './asn1.ts'
import { PassportRefused, unreadable } from './refusal.ts'

/** What the machine-readable zone of a document says. Countries with up to three letters, as it writes them. */
export interface Zone {
  kind: 'TD1' | 'TD2' | 'TD3'
  full_name: string
  family_name: string
  given_names: string
  document_number: string
  issuing_state: string
  nationality: string
  /** Days, `2000-12-31`. */
  date_of_birth: string
  expires_on: string
  sex: 'female' | 'male' | null
}

const WIDTHS: Record<number, number> = { 88: 44, 90: 30, 72: 36 }
/** States and nationalities are told by us: the list of the library lacks those that are made up. */
const NAMED_BY_US = new Set(['issuingState', 'nationality'])

/** Reads the zone in data group 1, check digits and all (ICAO 9303-3 and -10). `now` tells the century. Throws `passport_unreadable`. */
export function readZone(dg1: Uint8Array, now: number): Zone {
  const [held] = fileOf(dg1, 1)
  const text = held ? Buffer.from(contentOf(held.valueBeforeDecodeView)).toString('latin1') : ''
  const width = WIDTHS[text.length]
  if (!width || !/^[A-Z0-9<]+$/.test(text)) throw unreadable('Data group 1 holds no machine-readable zone.')
  const lines = text.match(new RegExp(`.{${width}}`, 'g'))!
  const { format, fields, details, documentNumber } = parsed(lines)
  if (details.some(({ valid, field }) => !valid && !NAMED_BY_US.has(field ?? '')))
    throw unreadable('A check digit or a field of the machine-readable zone is wrong.')
  const raw = (name: string) => {
    const place = details.find(({ field }) => field === name)
    return place ? lines[place.line]!.slice(place.start, place.end).replaceAll('<', '') : ''
  }
  if (format !== 'TD1' && format !== 'TD2' && format !== 'TD3') throw unreadable('This is the zone of no passport or identity card.')
  const [family, given] = [fields.lastName ?? '', fields.firstName ?? '']
  if (!documentNumber || !(family || given)) throw unreadable('The machine-readable zone names nobody, or has no number.')
  return {
    kind: format,
    full_name: `${given} ${family}`.trim(),
    family_name: family,
    given_names: given,
    document_number: documentNumber,
    issuing_state: raw('issuingState'),
    nationality: raw('nationality'),
    date_of_birth: dayOf(fields.birthDate, (year) => (year > new Date(now).getUTCFullYear() ? year - 100 : year), now),
    expires_on: dayOf(fields.expirationDate, (year) => year),
    sex: fields.sex === 'female' || fields.sex === 'male' ? fields.sex : null,
  }
}

function parsed(lines: string[]) {
  try {
    return parse(lines)
  } catch {
    throw unreadable('The machine-readable zone has no known form.')
  }
}

/** The value of a string under a tag of two bytes (`5F1F`). */
function contentOf(raw: Uint8Array): Uint8Array {
  if (raw[0] !== 0x5f || raw[1] !== 0x1f) throw unreadable('Data group 1 holds no machine-readable zone.')
  return raw.subarray(raw[2]! < 0x80 ? 3 : 4)
}

/** A day out of its six digits. One that is not whole establishes nothing. */
function dayOf(digits: string | null | undefined, century: (year: number) => number, before?: number): string {
  const [year, month, day] = (digits?.match(/../g) ?? []).map(Number)
  if (!digits || !/^\d{6}$/.test(digits)) throw unreadable('A day of the machine-readable zone is not whole.')
  const of = (y: number) => new Date(Date.UTC(y, month! - 1, day!))
  let at = of(century(2000 + year!))
  if (before !== undefined && at.getTime() > before) at = of(at.getUTCFullYear() - 100)
  if (at.getUTCMonth() !== month! - 1 || at.getUTCDate() !== day!) throw unreadable('A day of the machine-readable zone does not exist.')
  return at.toISOString().slice(0, 10)
}

/** Refuses a document whose last day is over. */
export function requireUnexpired({ expires_on }: Zone, now: number): void {
  if (expires_on < new Date(now).toISOString().slice(0, 10)) throw new PassportRefused('passport_expired', 'The document has expired.')
}
