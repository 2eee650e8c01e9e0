import { createHash } from 'node:crypto'
import { type Exposure, type ListedEntity, ListFormatError } from '../entity.ts'
import { addDate, addName, addOnce, genderOf, newEntity, type ParsedList } from './build.ts'
import { countryCode } from './countries.ts'
import { readCsv, withHeader } from './csv.ts'
import { readDate } from './dates.ts'
import { decodeText, squeeze } from './text.ts'

/** More do not fit beside the sanctions lists in a process of 2 GB (docs/operating/lists.md). */
export const PEP_PERSONS_MAX = 100_000
/** Nor do more names; an index could not number more than 2^20. */
export const PEP_NAMES_MAX = 400_000

/** One office, or one tie to somebody who holds one. */
export type Office = {
  relation: Exposure['relation']
  class?: Exposure['class'] | undefined
  countries: string[]
  left_on: string | null
  /** What a reviewer reads. */
  words: string
}

export function newExposed(id: string): ListedEntity {
  return { ...newEntity({ list: 'pep', id, type: 'person' }), topic: 'pep' }
}

/**
 * Settles what an entry's offices come to. Where they differ the strictest holds: an office still held before one that ended, a foreign one
 * before a domestic one, one whose end nobody gives is held.
 */
export function settleOffices(entity: ListedEntity, offices: readonly Office[]): void {
  const held = offices.filter((office) => office.relation === 'holder')
  const counting = held.length ? held : offices
  const classes = new Set(counting.map((office) => office.class))
  const said = classes.has('foreign') ? 'foreign' : classes.size === 1 ? counting[0]?.class : undefined
  const ends = counting.map((office) => office.left_on)
  for (const { words } of offices) addOnce(entity.titles, words)
  const countries: string[] = []
  for (const office of offices) for (const country of office.countries) addOnce(countries, country)
  for (const country of countries) addOnce(entity.countries, countryCode(country))
  entity.programs = [held.length ? 'PEP' : 'RCA']
  entity.exposure = {
    relation: held.length ? 'holder' : 'relative',
    ...(said && { class: said }),
    countries,
    left_on: ends.length && ends.every((end) => end !== null) ? ends.sort().at(-1)! : null,
  }
}

/** Refuses what does not fit, before it fills the memory. @throws ListFormatError */
export function boundExposed(file: string) {
  let names = 0
  let persons = 0
  return (entity: ListedEntity) => {
    names += entity.names.length
    if (++persons > PEP_PERSONS_MAX) tooMany(file, `${PEP_PERSONS_MAX.toLocaleString('en-GB')} persons`)
    if (names > PEP_NAMES_MAX) tooMany(file, `${PEP_NAMES_MAX.toLocaleString('en-GB')} names`)
  }
}

const tooMany = (file: string, most: string): never =>
  fail(file, 0, `it has more than ${most}, which one process does not hold; give a smaller list, such as those of the countries you serve`)

const CLASSES: Record<string, Pick<Office, 'relation' | 'class'>> = {
  domestic: { relation: 'holder', class: 'domestic' },
  foreign: { relation: 'holder', class: 'foreign' },
  family: { relation: 'relative' },
  associate: { relation: 'relative' },
}
/** `# as of 2026-11-28`: the day on which whoever keeps the list last went through it. */
const AS_OF = /^\uFEFF?# as of (\d{4}-\d{2}-\d{2})[^\S\n]*\r?(?:\n|$)/

/**
 * Reads the operator's own list, a CSV with a header of `name`, `class`, `office` and `country`, and, where wanted, `id`, `other_names` (`;`
 * between), `date_of_birth`, `nationality`, `gender`, `since` and `left_on`. `class` is `domestic`, `foreign`, `family` or `associate`. Rows of
 * one id, or without ids of one name and birth date, are offices of one person.
 * @throws ListFormatError on a missing column, an unknown class, a day that cannot be read, or an office that ends before it began.
 */
export function parsePepOwn({ file, bytes }: { file: string; bytes: Uint8Array }): ParsedList {
  const whole = decodeText({ bytes, file })
  const asOf = AS_OF.exec(whole)
  // The line is left empty, so that others keep their numbers.
  const text = asOf ? `\n${whole.slice(asOf[0].length)}` : whole
  const records = withHeader({ rows: readCsv({ text, file }), file, required: ['name', 'class', 'office', 'country'] })
  const found = new Map<string, { entity: ListedEntity; offices: Office[] }>()
  for (const { line, get } of records) {
    const name = squeeze(get('name'))
    if (name === '') fail(file, line, 'a row without a name')
    const kind = CLASSES[get('class').toLowerCase()]
    if (!kind) fail(file, line, `the class ${JSON.stringify(get('class').slice(0, 40))} is none of ${Object.keys(CLASSES).join(', ')}`)
    const country = countryOf(file, line, get('country'), kind.class !== undefined)
    const since = dayOf(file, line, 'since', get('since'))
    const left = dayOf(file, line, 'left_on', get('left_on'))
    if (since && left && since.from > left.to) fail(file, line, 'the office ends before it began')
    const born = get('date_of_birth')
    const id = get('id') || `own-${createHash('sha256').update(`${name.toLowerCase()}\0${born}`).digest('hex').slice(0, 16)}`
    const one = found.get(id) ?? { entity: newExposed(id), offices: [] }
    addName(one.entity, { full: name, strength: 'strong', kind: one.entity.names.length ? 'aka' : 'primary' })
    for (const other of get('other_names').split(';')) addName(one.entity, { full: other, strength: 'strong', kind: 'aka' })
    addDate(one.entity, readDate(born))
    const nationality = countryCode(get('nationality'))
    addOnce(one.entity.nationalities, nationality)
    addOnce(one.entity.countries, nationality)
    one.entity.gender ??= genderOf(get('gender'))
    const where = [squeeze(get('office')) || kind.relation, country && `(${country})`].filter(Boolean).join(' ')
    const words = [where, ...(since || left ? [`${get('since')} – ${get('left_on')}`.trim()] : [])].join(', ')
    one.offices.push({ ...kind, countries: country ? [country] : [], left_on: left?.to ?? null, words })
    found.set(id, one)
  }
  if (found.size === 0) fail(file, 0, 'the list has no entries')
  const bound = boundExposed(file)
  for (const { entity, offices } of found.values()) {
    settleOffices(entity, offices)
    bound(entity)
  }
  const published_at = asOf && dayOf(file, 1, 'as of', asOf[1]!) ? `${asOf[1]}T00:00:00.000Z` : null
  return { source: 'pep', published_at, entries: [...found.values()].map(({ entity }) => entity), warnings: [] }
}

/** The parts of one list, such as a bought one and the operator's own: as old as the older of those that say their day. */
export function joinExposed(parts: readonly ParsedList[]): ParsedList {
  const bound = boundExposed('the files together')
  const entries = parts.flatMap((part) => part.entries)
  const ids = new Set<string>()
  for (const entity of entries) {
    bound(entity)
    if (ids.has(entity.id)) fail('the files together', 0, `two of them have an entry ${entity.list_entry_id}`)
    ids.add(entity.id)
  }
  const days = parts.flatMap((part) => part.published_at ?? []).sort()
  return { source: 'pep', published_at: days[0] ?? null, entries, warnings: parts.flatMap((part) => part.warnings) }
}

function countryOf(file: string, line: number, text: string, needed: boolean): string | null {
  const code = countryCode(text)
  if (!code && (needed || text !== '')) fail(file, line, `the country ${JSON.stringify(text.slice(0, 40))} is none`)
  return code
}

/** A day, month or year; null where the field is empty. */
function dayOf(file: string, line: number, field: string, text: string): { from: string; to: string } | null {
  if (text === '') return null
  return readDate(text) ?? fail(file, line, `${field} ${JSON.stringify(text.slice(0, 40))} is no day`)
}

function fail(file: string, line: number, reason: string): never {
  throw new ListFormatError({ file, line, reason })
}
