import { type ListedEntity, ListFormatError } from '../entity.ts'
import { addDate, addIdentifier, addName, addOnce, addPostal, addRemark, genderOf, newEntity, type ParsedList } from './build.ts'
import { countryCode } from './countries.ts'
import { readDate, readListedOn, yearRange } from './dates.ts'
import { decodeText } from './text.ts'
import { at, children, childText, readXml, textOf, type XmlNode } from './xml.ts'

const GIVEN_TAGS = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']

/**
 * Reads the UN Security Council's consolidated XML. Entries are known by their permanent reference number (QDi.001).
 * @throws ListFormatError when it is not that document, an entry has no name or reference, or two entries share one.
 */
export function parseUn({ file, bytes }: { file: string; bytes: Uint8Array }): ParsedList {
  const entries = new Map<string, ListedEntity>()
  const warnings: string[] = []
  const root = readXml({
    text: decodeText({ bytes, file }),
    file,
    roots: ['CONSOLIDATED_LIST'],
    records: new Set(['INDIVIDUAL', 'ENTITY']),
    onRecord(node) {
      const entity = readEntry(node, file)
      if (entries.has(entity.list_entry_id)) fail(file, node.line, `reference ${entity.list_entry_id} appears twice`)
      entries.set(entity.list_entry_id, entity)
    },
  })
  if (entries.size === 0) fail(file, 0, 'the list has no entries')
  const generated = Date.parse(root.attributes.dateGenerated ?? '')
  if (Number.isNaN(generated)) warnings.push(`${file}: no dateGenerated on the root element`)
  const published_at = Number.isNaN(generated) ? null : new Date(generated).toISOString()
  return { source: 'un_sc', published_at, entries: [...entries.values()], warnings }
}

function readEntry(node: XmlNode, file: string): ListedEntity {
  const person = node.name === 'INDIVIDUAL'
  const prefix = node.name
  const reference = childText(node, 'REFERENCE_NUMBER') || childText(node, 'DATAID')
  if (reference === '') fail(file, node.line, `an ${prefix} without REFERENCE_NUMBER`)
  const entity = newEntity({ list: 'un_sc', id: reference, type: person ? 'person' : 'organization' })
  const names = GIVEN_TAGS.map((tag) => childText(node, tag)).filter((n) => n !== '')
  if (names.length === 0) fail(file, node.line, `${reference} has no name`)
  addName(entity, { full: names.join(' '), strength: 'strong', kind: 'primary' })
  for (const original of children(node, 'NAME_ORIGINAL_SCRIPT'))
    addName(entity, { full: textOf(original), strength: 'strong', kind: 'aka' })
  for (const alias of children(node, `${prefix}_ALIAS`)) readAlias(entity, alias)
  addOnce(entity.programs, childText(node, 'UN_LIST_TYPE'))
  entity.listed_on = readListedOn(childText(node, 'LISTED_ON'))
  entity.gender = genderOf(childText(node, 'GENDER'))
  for (const title of [...at(node, 'TITLE', 'VALUE'), ...at(node, 'DESIGNATION', 'VALUE')]) addOnce(entity.titles, textOf(title))
  for (const value of at(node, 'NATIONALITY', 'VALUE')) {
    const code = countryCode(textOf(value))
    addOnce(entity.nationalities, code)
    addOnce(entity.countries, code)
  }
  for (const birth of children(node, 'INDIVIDUAL_DATE_OF_BIRTH')) readBirth(entity, birth)
  for (const place of children(node, 'INDIVIDUAL_PLACE_OF_BIRTH')) {
    addOnce(entity.places_of_birth, joinPlace(place, ['STREET', 'CITY', 'STATE_PROVINCE', 'COUNTRY']))
    addOnce(entity.countries, countryCode(childText(place, 'COUNTRY')))
  }
  for (const address of children(node, `${prefix}_ADDRESS`)) readAddress(entity, address)
  for (const document of children(node, 'INDIVIDUAL_DOCUMENT')) readDocument(entity, document)
  addRemark(entity, childText(node, 'COMMENTS1'))
  const link = childText(node, 'INTERPOL_LINK')
  entity.url = /^https:\/\//.test(link) ? link : null
  return entity
}

/** One alias element may hold several, separated by semicolons. `Low` is the Committee's own word for a weak alias. */
function readAlias(entity: ListedEntity, node: XmlNode): void {
  const quality = childText(node, 'QUALITY').toLowerCase()
  const kind = quality.startsWith('f.k.a') ? 'fka' : 'aka'
  for (const full of childText(node, 'ALIAS_NAME').split(/\s*;\s*/)) {
    addName(entity, { full, strength: quality === 'low' ? 'weak' : 'strong', kind })
  }
  const birth = childText(node, 'DATE_OF_BIRTH')
  if (birth !== '') addDate(entity, readDate(birth))
  addOnce(entity.countries, countryCode(childText(node, 'COUNTRY_OF_BIRTH')))
  addRemark(entity, childText(node, 'NOTE'))
}

function readBirth(entity: ListedEntity, node: XmlNode): void {
  const kind = childText(node, 'TYPE_OF_DATE')
  const circa = kind === 'APPROXIMATELY'
  const date = childText(node, 'DATE')
  const note = childText(node, 'NOTE')
  const from = childText(node, 'FROM_YEAR')
  const to = childText(node, 'TO_YEAR')
  const year = childText(node, 'YEAR')
  if (date !== '') addDate(entity, withCirca(readDate(date), circa))
  else if (from !== '' && to !== '') {
    addDate(entity, yearRange({ from: Number(from), to: Number(to), circa, text: `between ${from} and ${to}` }))
  } else if (year !== '') addDate(entity, yearRange({ from: Number(year), to: Number(year), circa, text: circa ? `circa ${year}` : year }))
  else addDate(entity, withCirca(readDate(note), circa))
  if (note !== '') addRemark(entity, `Date of birth: ${note}`)
}

function withCirca<T extends { circa: boolean } | null>(date: T, circa: boolean): T {
  return date && circa ? { ...date, circa } : date
}

function readAddress(entity: ListedEntity, node: XmlNode): void {
  const country = countryCode(childText(node, 'COUNTRY'))
  const parts = ['STREET', 'CITY', 'STATE_PROVINCE', 'ZIP_CODE', 'COUNTRY'].map((tag) => childText(node, tag))
  addPostal(entity, parts, country)
  const note = childText(node, 'NOTE')
  if (note !== '') addRemark(entity, `Address: ${note}`)
}

function readDocument(entity: ListedEntity, node: XmlNode): void {
  const label = childText(node, 'TYPE_OF_DOCUMENT') || childText(node, 'TYPE_OF_DOCUMENT2')
  const country = countryCode(childText(node, 'ISSUING_COUNTRY') || childText(node, 'COUNTRY_OF_ISSUE'))
  addIdentifier(entity, { type: documentType(label), value: childText(node, 'NUMBER'), country })
  const note = childText(node, 'NOTE')
  if (note !== '') addRemark(entity, `${label || 'Document'}: ${note}`)
}

function documentType(label: string): string {
  if (/pass(port|eport|aporte)/i.test(label)) return 'passport'
  if (/driver|driving/i.test(label)) return 'driving_licence'
  if (/tax|fiscal/i.test(label)) return 'tax_id'
  if (/national|identi[tf]|tazkira|civil|social security|cédula|cedula/i.test(label)) return 'national_id'
  return 'other'
}

function joinPlace(node: XmlNode, tags: string[]): string {
  return tags
    .map((tag) => childText(node, tag))
    .filter((t) => t !== '')
    .join(', ')
}

function fail(file: string, line: number, reason: string): never {
  throw new ListFormatError({ file, line, reason })
}
