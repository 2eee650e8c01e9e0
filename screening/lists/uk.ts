import { type EntityType, type ListedEntity, type ListedVessel, ListFormatError } from '../entity.ts'
import {
  addDate,
  addIdentifier,
  addName,
  addOnce,
  addPostal,
  addRemark,
  genderOf,
  newEntity,
  type ParsedList,
  settlePrimary,
} from './build.ts'
import { countryCode } from './countries.ts'
import { type CsvRecord, readCsv, withHeader } from './csv.ts'
import { readDate, readListedOn } from './dates.ts'
import { decodeText } from './text.ts'

const TYPES: Record<string, EntityType> = { individual: 'person', entity: 'organization', ship: 'vessel' }

/**
 * Reads the UK Sanctions List CSV (FCDO, 58 columns) and both layouts of the retired OFSI "ConList" (29 and 36 columns). All begin with a
 * date line, then a header; one row for each name, address, birth date …, grouped by `Unique ID` or `Group ID`.
 * @throws ListFormatError on a missing date line or column, a row of another width, or an entry without id, name or known type.
 */
export function parseUk({ file, bytes }: { file: string; bytes: Uint8Array }): ParsedList {
  const rows = readCsv({ text: decodeText({ bytes, file, legacy: 'windows-1252' }), file, bareQuotes: true })
  const dated = dateLine(rows[0]?.fields ?? [])
  if (dated === null) fail(file, rows[0]?.line ?? 0, 'the first line is neither "Report Date" nor "Last Updated"')
  const header = rows[1]?.fields.map((name) => name.trim().toLowerCase()) ?? []
  const idColumn = header.includes('unique id') ? 'Unique ID' : 'Group ID'
  const typeColumn = header.includes('designation type') ? 'Designation Type' : 'Group Type'
  const records = withHeader({ rows: rows.slice(1), file, required: [idColumn, typeColumn, 'Name 6', 'Name 1'] })
  const entities = new Map<string, ListedEntity>()
  for (const record of records) {
    const id = record.get(idColumn)
    if (!/^[A-Za-z0-9/-]{1,24}$/.test(id)) fail(file, record.line, `${JSON.stringify(id.slice(0, 40))} is not an entry id`)
    let entity = entities.get(id)
    if (!entity) {
      const type = TYPES[record.get(typeColumn).toLowerCase()]
      if (!type) fail(file, record.line, `unknown type ${JSON.stringify(record.get(typeColumn))}`)
      entity = newEntity({ list: 'gb_fcdo', id, type })
      entity.url = 'https://www.gov.uk/government/publications/the-uk-sanctions-list'
      entities.set(id, entity)
    }
    readRow(entity, record)
  }
  if (entities.size === 0) fail(file, 0, 'the list has no entries')
  for (const entity of entities.values()) {
    if (!settlePrimary(entity)) fail(file, 0, `entry ${entity.list_entry_id} has no name`)
  }
  const published_at = dated === '' ? null : `${dated}T00:00:00.000Z`
  const warnings = dated === '' ? [`${file}: its report date cannot be read`] : []
  return { source: 'gb_fcdo', published_at, entries: [...entities.values()], warnings }
}

/** The day of the first line; '' when it is a report date we cannot read, null when it is another line. */
function dateLine(fields: readonly string[]): string | null {
  const m = /^(Report Date|Last Updated)\s*[:,]?\s*"?([^,"]*)/i.exec(fields.join(',').trim())
  if (!m) return null
  const day = readListedOn(m[2]!.trim().replace(/-/g, ' ')) ?? readListedOn(m[2]!.trim())
  // "Last Updated" alone is also how the header line begins.
  return day ?? (m[1]!.toLowerCase() === 'report date' ? '' : null)
}

function readRow(entity: ListedEntity, record: CsvRecord): void {
  readNames(entity, record)
  addOnce(entity.programs, record.get('Regime Name', 'Regime'))
  for (const part of several(record.get('Position'))) addOnce(entity.titles, part)
  addOnce(entity.titles, record.get('Title'))
  entity.gender ??= genderOf(record.get('Gender'))
  entity.listed_on ??= readListedOn(record.get('Date Designated', 'UK Sanctions List Date Designated', 'Listed On'))
  for (const date of several(record.get('D.O.B', 'DOB'))) addDate(entity, readDate(date))
  const towns = several(record.get('Town of birth'))
  const countries = several(record.get('Country of birth'))
  if (towns.length <= 1 && countries.length <= 1) addOnce(entity.places_of_birth, [...towns, ...countries].join(', '))
  else for (const place of [...towns, ...countries]) addOnce(entity.places_of_birth, place)
  for (const country of countries) addOnce(entity.countries, countryCode(country))
  for (const nationality of several(record.get('Nationality(/ies)', 'Nationality'))) {
    const code = countryCode(nationality)
    addOnce(entity.nationalities, code)
    addOnce(entity.countries, code)
  }
  readIdentifiers(entity, record)
  readAddress(entity, record)
  if (entity.type === 'vessel') readShip(entity, record)
  addRemark(entity, record.get('Other Information'))
  addRemark(entity, record.get('UK Statement of Reasons'))
}

function readNames(entity: ListedEntity, record: CsvRecord): void {
  const given = ['Name 1', 'Name 2', 'Name 3', 'Name 4', 'Name 5'].map((name) => record.get(name)).filter((n) => n !== '')
  const family = record.get('Name 6')
  const type = record.get('Name type', 'Alias Type').toLowerCase()
  const weak = /low|weak/i.test(record.get('Alias strength', 'Alias Quality'))
  const kind = /^(primary name|prime alias)$/.test(type) ? 'primary' : /^fka|former/.test(type) ? 'fka' : 'aka'
  const parts = entity.type === 'person' && given.length > 0 ? { family, given: given[0], middle: given.slice(1).join(' ') } : undefined
  const strength = weak && kind !== 'primary' ? 'weak' : 'strong'
  addName(entity, { full: [...given, family].join(' '), strength, kind, ...(parts && { parts }) })
  const lang = record.get('Non-latin script language')
  addName(entity, { full: record.get('Name non-latin script'), strength: 'strong', kind: 'aka', ...(lang && { lang: lang.toLowerCase() }) })
}

function readIdentifiers(entity: ListedEntity, record: CsvRecord): void {
  const columns: [string, string[]][] = [
    ['passport', ['Passport number', 'Passport Details']],
    ['national_id', ['National Identifier number', 'National Identification Number', 'NI Number']],
    ['registration', ['Business registration number (s)']],
    ['website', ['Website']],
    ['email', ['Email address']],
    ['phone', ['Phone number']],
  ]
  for (const [type, names] of columns) {
    for (const value of several(record.get(...names))) addIdentifier(entity, { type, value })
  }
}

function readAddress(entity: ListedEntity, record: CsvRecord): void {
  const lines = [1, 2, 3, 4, 5, 6].map((n) => record.get(`Address Line ${n}`, `Address ${n}`))
  const country = record.get('Address Country', 'Country')
  if (lines.every((line) => line === '') && country === '') return
  addPostal(entity, [...lines, record.get('Address Postal Code', 'Post/Zip Code'), country], countryCode(country))
}

function readShip(entity: ListedEntity, record: CsvRecord): void {
  const vessel: ListedVessel = { ...entity.vessel }
  for (const imo of several(record.get('IMO number'))) {
    vessel.imo ??= imo.replace(/\D/g, '')
    addIdentifier(entity, { type: 'imo', value: imo.replace(/^IMO\s*/i, '') })
  }
  const flag = several(record.get('Current believed flag of ship'))[0]
  if (flag) vessel.flag ??= countryCode(flag) ?? flag
  for (const past of [flag ?? '', ...several(record.get('Previous flags'))]) addOnce(entity.countries, countryCode(past))
  const rest = {
    vessel_type: record.get('Type of ship'),
    tonnage: record.get('Tonnage of ship'),
    owner: record.get('Current owner/operator (s)'),
  }
  for (const [key, value] of Object.entries(rest)) if (value !== '') vessel[key as keyof typeof rest] ??= value
  entity.vessel = Object.keys(vessel).length > 0 ? vessel : null
}

/** One cell may hold several values: `a|b`, `a; b` or `(1) a (2) b`. */
function several(text: string): string[] {
  return text
    .split(/[|;]|(?:^|\s)\(?\d{1,2}\)(?:-\(\d{1,2}\))?\s/)
    .map((part) => part.trim().replace(/[.,]$/, ''))
    .filter((part) => part !== '')
}

function fail(file: string, line: number, reason: string): never {
  throw new ListFormatError({ file, line, reason })
}
