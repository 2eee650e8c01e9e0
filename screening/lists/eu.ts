import { type EntityType, type ListedEntity, ListFormatError } from '../entity.ts'
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
import { readCsv, withHeader } from './csv.ts'
import { readDate, readListedOn, yearRange } from './dates.ts'
import { decodeText } from './text.ts'
import { children, childText, readXml, type XmlNode } from './xml.ts'

/** Reads a field of one sub-record by its name in the CSV layout; the XML's attributes are read through the same names. */
type Get = (name: string) => string

const REQUIRED = ['Entity_LogicalId', 'Entity_SubjectType', 'NameAlias_WholeName', 'NameAlias_LastName', 'Entity_Regulation_Programme']

/**
 * Reads the EU's "FSF" consolidated list, CSV version 1.1: semicolons, one row for each name, address, birth, document or citizenship,
 * grouped by `Entity_LogicalId`. Weak and former names are known by their remark; the XML also has a flag and is the better file.
 * @throws ListFormatError on a missing column, a row of another width, an entry without id, name or known subject type.
 */
export function parseEuCsv({ file, bytes }: { file: string; bytes: Uint8Array }): ParsedList {
  const rows = readCsv({ text: decodeText({ bytes, file }), file, separator: ';', bareQuotes: true })
  const records = withHeader({ rows, file, required: REQUIRED })
  const entities = new Map<string, ListedEntity>()
  let generated = ''
  for (const record of records) {
    const get: Get = (name) => record.get(name)
    const id = get('Entity_LogicalId')
    if (!/^\d+$/.test(id)) fail(file, record.line, `${JSON.stringify(id.slice(0, 40))} is not a logical id`)
    generated ||= get('fileGenerationDate')
    let entity = entities.get(id)
    if (!entity) {
      const type = subjectType(get('Entity_SubjectType')) ?? subjectType(get('Entity_SubjectType_ClassificationCode'))
      if (!type) fail(file, record.line, `unknown subject type ${JSON.stringify(get('Entity_SubjectType'))}`)
      entity = newEntity({ list: 'eu_fsf', id, type })
      entities.set(id, entity)
    }
    readEntityFields(entity, get)
    readName(entity, get, get('NameAlias_Remark'))
    readPostal(entity, get)
    readBirth(entity, get)
    readDocument(entity, get)
    readCitizenship(entity, get)
  }
  return finish({ file, entities, generated: generated === '' ? null : dayToTime(readListedOn(generated)) })
}

/**
 * Reads the same list as XML version 1.1 (root `export`).
 * @throws ListFormatError when it is not that document or an entry lacks id, name or subject type.
 */
export function parseEuXml({ file, bytes }: { file: string; bytes: Uint8Array }): ParsedList {
  const entities = new Map<string, ListedEntity>()
  const root = readXml({
    text: decodeText({ bytes, file }),
    file,
    roots: ['export'],
    records: new Set(['sanctionEntity']),
    onRecord(node) {
      const entity = readXmlEntity(node, file)
      if (entities.has(entity.list_entry_id)) fail(file, node.line, `logical id ${entity.list_entry_id} appears twice`)
      entities.set(entity.list_entry_id, entity)
    },
  })
  const time = Date.parse(root.attributes.generationDate ?? '')
  return finish({ file, entities, generated: Number.isNaN(time) ? null : new Date(time).toISOString() })
}

function readXmlEntity(node: XmlNode, file: string): ListedEntity {
  const id = node.attributes.logicalId ?? ''
  if (!/^\d+$/.test(id)) fail(file, node.line, 'a sanctionEntity without logicalId')
  const subject = children(node, 'subjectType')[0]
  const type = subjectType(subject?.attributes.code ?? '') ?? subjectType(subject?.attributes.classificationCode ?? '')
  if (!type) fail(file, node.line, `unknown subject type ${JSON.stringify(subject?.attributes.code ?? null)}`)
  const entity = newEntity({ list: 'eu_fsf', id, type })
  const regulations = children(node, 'regulation')
  readEntityFields(
    entity,
    attributesAs(node, { Entity_DesignationDate: 'designationDate', Entity_DesignationDetails: 'designationDetails' }),
  )
  for (const regulation of regulations) {
    addOnce(entity.programs, regulation.attributes.programme)
    entity.url ??= httpUrl(childText(regulation, 'publicationUrl'))
    entity.listed_on ??= readListedOn(regulation.attributes.publicationDate ?? '')
  }
  for (const remark of children(node, 'remark')) addRemark(entity, remark.text)
  for (const name of children(node, 'nameAlias')) {
    const flag = name.attributes.strong === 'false' ? 'weak' : ''
    readName(entity, attributesAs(name, NAME_ATTRIBUTES), `${flag} ${childText(name, 'remark')}`)
  }
  for (const address of children(node, 'address')) readPostal(entity, attributesAs(address, ADDRESS_ATTRIBUTES))
  for (const birth of children(node, 'birthdate')) readBirth(entity, attributesAs(birth, BIRTH_ATTRIBUTES))
  for (const document of children(node, 'identification')) readDocument(entity, attributesAs(document, DOCUMENT_ATTRIBUTES))
  for (const citizenship of children(node, 'citizenship')) readCitizenship(entity, attributesAs(citizenship, CITIZENSHIP_ATTRIBUTES))
  return entity
}

const PLACE_ATTRIBUTES = ['City', 'ZipCode', 'Region', 'Place', 'CountryIso2Code', 'CountryDescription']
const NAME_ATTRIBUTES = columns('NameAlias', [
  'LastName',
  'FirstName',
  'MiddleName',
  'WholeName',
  'NameLanguage',
  'Gender',
  'Title',
  'Function',
])
const ADDRESS_ATTRIBUTES = columns('Address', ['Street', 'PoBox', ...PLACE_ATTRIBUTES])
const BIRTH_ATTRIBUTES = {
  ...columns('BirthDate', ['Year', 'YearRangeFrom', 'YearRangeTo', 'Circa', ...PLACE_ATTRIBUTES]),
  BirthDate_BirthDate: 'birthdate',
  BirthDate_Day: 'dayOfMonth',
  BirthDate_Month: 'monthOfYear',
}
const DOCUMENT_ATTRIBUTES = {
  ...columns('Identification', ['Number', 'LatinNumber', 'KnownFalse', 'CountryIso2Code', 'CountryDescription']),
  Identification_TypeCode: 'identificationTypeCode',
}
const CITIZENSHIP_ATTRIBUTES = columns('Citizenship', ['CountryIso2Code', 'CountryDescription'])

/** `NameAlias_LastName` in the CSV is the attribute `lastName` in the XML. */
function columns(prefix: string, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`${prefix}_${name}`, name[0]!.toLowerCase() + name.slice(1)]))
}

function attributesAs(node: XmlNode, names: Record<string, string>): Get {
  return (name) => node.attributes[names[name] ?? '']?.trim() ?? ''
}

function readEntityFields(entity: ListedEntity, get: Get): void {
  addOnce(entity.programs, get('Entity_Regulation_Programme'))
  entity.listed_on ??= readListedOn(get('Entity_DesignationDate')) ?? readListedOn(get('Entity_Regulation_PublicationDate'))
  entity.url ??= httpUrl(get('Entity_Regulation_PublicationUrl'))
  addRemark(entity, get('Entity_Remark'))
  addRemark(entity, get('Entity_DesignationDetails'))
}

/** The EU says in the remark of a name that it is weak or a former one. */
function readName(entity: ListedEntity, get: Get, remark: string): void {
  const family = get('NameAlias_LastName')
  const given = get('NameAlias_FirstName')
  const middle = get('NameAlias_MiddleName')
  const full = get('NameAlias_WholeName') || [given, middle, family].filter((p) => p !== '').join(' ')
  const lang = get('NameAlias_NameLanguage').toLowerCase()
  const strength = /\b(low[- ]quality|weak)\b/i.test(remark) ? 'weak' : 'strong'
  const kind = /\b(formerly|former name|f\.k\.a)/i.test(remark) ? 'fka' : 'aka'
  addName(entity, { full, parts: { family, given, middle }, strength, kind, ...(lang && { lang }) })
  addOnce(entity.titles, get('NameAlias_Title'))
  addOnce(entity.titles, get('NameAlias_Function'))
  entity.gender ??= genderOf(get('NameAlias_Gender'))
}

function readPostal(entity: ListedEntity, get: Get): void {
  const country = countryOf(get, 'Address')
  const names = ['Street', 'PoBox', 'Place', 'City', 'ZipCode', 'Region', 'CountryDescription']
  const parts = names.map((name) => get(`Address_${name}`))
  if (parts.slice(0, -1).some((p) => p !== '') || country) addPostal(entity, parts, country)
}

function readBirth(entity: ListedEntity, get: Get): void {
  const circa = get('BirthDate_Circa').toLowerCase() === 'true'
  const from = get('BirthDate_YearRangeFrom')
  const to = get('BirthDate_YearRangeTo')
  const year = get('BirthDate_Year')
  const month = get('BirthDate_Month')
  const exact = readDate(get('BirthDate_BirthDate'))
  if (exact) addDate(entity, { ...exact, circa })
  else if (from !== '' || to !== '') {
    const range = yearRange({ from: Number(from || to), to: Number(to || from), circa, text: `${from || to} to ${to || from}` })
    addDate(entity, range)
  } else if (year !== '') {
    const date = month === '' ? readDate(year) : readDate(`${year}-${month}-${get('BirthDate_Day') || '0'}`)
    addDate(entity, date && { ...date, circa })
  }
  const place = ['Place', 'City', 'Region', 'CountryDescription']
    .map((n) => get(`BirthDate_${n}`))
    .filter((p) => p !== '' && p !== 'UNKNOWN')
  addOnce(entity.places_of_birth, place.join(', '))
  addOnce(entity.countries, countryOf(get, 'BirthDate'))
}

const DOCUMENT_TYPES: Record<string, string> = {
  passport: 'passport',
  diplpassport: 'passport',
  id: 'national_id',
  ssn: 'national_id',
  electionid: 'national_id',
  fiscalcode: 'tax_id',
  tradelic: 'registration',
  regnumber: 'registration',
  swiftbic: 'swift',
  imo: 'imo',
}

function readDocument(entity: ListedEntity, get: Get): void {
  if (get('Identification_KnownFalse').toLowerCase() === 'true') return
  const type = DOCUMENT_TYPES[get('Identification_TypeCode').toLowerCase()] ?? 'other'
  const value = get('Identification_LatinNumber') || get('Identification_Number')
  addIdentifier(entity, { type, value, country: countryOf(get, 'Identification') })
}

function readCitizenship(entity: ListedEntity, get: Get): void {
  const code = countryOf(get, 'Citizenship')
  addOnce(entity.nationalities, code)
  addOnce(entity.countries, code)
}

/** The EU writes `00` and UNKNOWN where it does not know. */
function countryOf(get: Get, prefix: string): string | null {
  return countryCode(get(`${prefix}_CountryIso2Code`)) ?? countryCode(get(`${prefix}_CountryDescription`))
}

function subjectType(code: string): EntityType | null {
  const key = code.trim().toLowerCase()
  if (key === 'p' || key === 'person') return 'person'
  if (key === 'e' || key === 'enterprise' || key === 'entity') return 'organization'
  if (key === 'vessel' || key === 'ship') return 'vessel'
  return null
}

function httpUrl(text: string): string | null {
  return /^https?:\/\/\S+$/.test(text) ? text : null
}

function dayToTime(day: string | null): string | null {
  return day && `${day}T00:00:00.000Z`
}

function finish({
  file,
  entities,
  generated,
}: {
  file: string
  entities: Map<string, ListedEntity>
  generated: string | null
}): ParsedList {
  if (entities.size === 0) fail(file, 0, 'the list has no entries')
  for (const entity of entities.values()) {
    if (!settlePrimary(entity)) fail(file, 0, `entry ${entity.list_entry_id} has no name`)
  }
  const warnings = generated ? [] : [`${file}: no generation date`]
  return { source: 'eu_fsf', published_at: generated, entries: [...entities.values()], warnings }
}

function fail(file: string, line: number, reason: string): never {
  throw new ListFormatError({ file, line, reason })
}
