import { type EntityType, type ListedDate, type ListedEntity, type ListedName, ListFormatError, type ListSource } from '../entity.ts'
import { addDate, addName, addOnce, addPostal, addRemark, newEntity, type ParsedList } from './build.ts'
import { countryCode } from './countries.ts'
import { readDate } from './dates.ts'
import { readClause } from './ofac-remarks.ts'
import { withShipNumbers } from './ofac-xml.ts'
import { decodeText } from './text.ts'
import { at, children, childText, readXml, textOf, type XmlNode } from './xml.ts'

type Location = { parts: string[]; country: string }

/** What the document defines before the parties that refer to it. */
type References = { words: Map<string, string>; locations: Map<string, Location>; documents: Map<string, string[]> }

/**
 * Reads OFAC's advanced XML (`sdn_advanced.xml`, `cons_advanced.xml`; root `Sanctions`): typed name parts, original scripts, alias quality,
 * date ranges and the day of listing. Its numeric references resolve to the document's own words.
 * @throws ListFormatError when it is not that document, or a party lacks its reference, type or name, or refers to nothing.
 */
export function parseOfacAdvanced({ file, bytes, source }: { file: string; bytes: Uint8Array; source: ListSource }): ParsedList {
  const references: References = { words: new Map(), locations: new Map(), documents: new Map() }
  const entities = new Map<string, ListedEntity>()
  let published_at: string | null = null
  readXml({
    text: decodeText({ bytes, file }),
    file,
    roots: ['Sanctions'],
    records: new Set(['DateOfIssue', 'ReferenceValueSets', 'Location', 'IDRegDocument', 'DistinctParty', 'SanctionsEntry']),
    onRecord(node) {
      if (node.name === 'DateOfIssue') published_at = toTime(dayOf(node))
      else if (node.name === 'ReferenceValueSets') readWords(node, references.words)
      else if (node.name === 'Location') references.locations.set(node.attributes.ID ?? '', readLocation(node, references.words))
      else if (node.name === 'IDRegDocument') readDocument(node, references)
      else if (node.name === 'SanctionsEntry') readListing(node, entities)
      else {
        const entity = readParty({ node, file, source, references })
        if (entities.has(entity.list_entry_id)) fail(file, node.line, `entry ${entity.list_entry_id} appears twice`)
        entities.set(entity.list_entry_id, entity)
      }
    },
  })
  if (entities.size === 0) fail(file, 0, 'the list has no entries')
  return { source, published_at, entries: [...entities.values()], warnings: published_at ? [] : [`${file}: no date of issue`] }
}

/** Every reference value by kind and id: `FeatureType:8` is "Birthdate". Scripts and countries are kept by their codes. */
function readWords(node: XmlNode, words: Map<string, string>): void {
  for (const set of node.children) {
    for (const value of set.children) {
      const code = value.attributes.ScriptCode ?? value.attributes.ISO2
      words.set(`${value.name}:${value.attributes.ID ?? ''}`, code ?? textOf(value))
      if (value.name === 'PartySubType') words.set(`PartyOf:${value.attributes.ID ?? ''}`, value.attributes.PartyTypeID ?? '')
    }
  }
}

function readLocation(node: XmlNode, words: Map<string, string>): Location {
  const countryId = children(node, 'LocationCountry')[0]?.attributes.CountryID
  const country = countryId === undefined ? '' : (words.get(`Country:${countryId}`) ?? '')
  const parts = at(node, 'LocationPart', 'LocationPartValue', 'Value').map(textOf)
  return { parts: parts.filter((p) => p !== ''), country }
}

function readDocument(node: XmlNode, { words, documents }: References): void {
  const identity = node.attributes.IdentityID ?? ''
  const type = words.get(`IDRegDocType:${node.attributes.IDRegDocTypeID ?? ''}`) ?? ''
  const country = words.get(`Country:${node.attributes['IssuedBy-CountryID'] ?? ''}`)
  const clause = `${type} ${childText(node, 'IDRegistrationNo')}${country ? ` (${country})` : ''}`
  documents.set(identity, [...(documents.get(identity) ?? []), clause])
}

function readParty({
  node,
  file,
  source,
  references,
}: {
  node: XmlNode
  file: string
  source: ListSource
  references: References
}): ListedEntity {
  const id = node.attributes.FixedRef ?? ''
  if (!/^\d{1,9}$/.test(id)) fail(file, node.line, 'a DistinctParty without a numeric FixedRef')
  const profile = children(node, 'Profile')[0]
  const type = profile && partyType(profile.attributes.PartySubTypeID ?? '', references.words)
  if (!profile || !type) fail(file, node.line, `entry ${id} has no known party type`)
  const entity = newEntity({ list: source, id, type })
  entity.url = `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${id}`
  for (const identity of children(profile, 'Identity')) {
    if (identity.attributes.False === 'true') continue
    readNames(entity, identity, references.words)
    for (const clause of references.documents.get(identity.attributes.ID ?? '') ?? []) readClause(entity, clause)
  }
  if (entity.names[0]?.kind !== 'primary') fail(file, node.line, `entry ${id} has no primary name`)
  for (const feature of [...children(profile, 'Feature'), ...children(node, 'Feature')]) readFeature(entity, feature, references)
  addRemark(entity, childText(node, 'Comment'))
  if (type === 'vessel') entity.vessel = withShipNumbers(entity, { ...entity.vessel })
  return entity
}

function partyType(subTypeId: string, words: Map<string, string>): EntityType | null {
  const subType = words.get(`PartySubType:${subTypeId}`)?.toLowerCase()
  const party = words.get(`PartyType:${words.get(`PartyOf:${subTypeId}`) ?? ''}`)?.toLowerCase() ?? words.get(`PartyOf:${subTypeId}`)
  if (subType === 'vessel' || subType === 'aircraft') return subType
  if (party === 'individual' || party === '1') return 'person'
  if (party === 'entity' || party === '2') return 'organization'
  return null
}

const PART_KEYS: Record<string, keyof NonNullable<ListedName['parts']>> = {
  'last name': 'family',
  'first name': 'given',
  'middle name': 'middle',
  'maiden name': 'maiden',
  patronymic: 'patronymic',
  matronymic: 'other',
  nickname: 'other',
}

/** Reading order of the parts of a person's name in Latin letters; other scripts stay as documented. */
const READING_ORDER = ['given', 'middle', 'patronymic', 'other', 'maiden', 'family'] as const

function readNames(entity: ListedEntity, identity: XmlNode, words: Map<string, string>): void {
  const groups = new Map<string, string>()
  for (const group of at(identity, 'NamePartGroups', 'MasterNamePartGroup', 'NamePartGroup')) {
    groups.set(group.attributes.ID ?? '', words.get(`NamePartType:${group.attributes.NamePartTypeID ?? ''}`)?.toLowerCase() ?? '')
  }
  for (const alias of children(identity, 'Alias')) {
    const word = words.get(`AliasType:${alias.attributes.AliasTypeID ?? ''}`)?.toLowerCase() ?? ''
    const primary = alias.attributes.Primary === 'true'
    const kind = word.startsWith('f.k.a') ? 'fka' : word.startsWith('n.k.a') ? 'nka' : 'aka'
    const strength = alias.attributes.LowQuality === 'true' ? 'weak' : 'strong'
    for (const [i, documented] of children(alias, 'DocumentedName').entries()) {
      const values = at(documented, 'DocumentedNamePart', 'NamePartValue')
      const latin = values.every((v) => /^(Latn)?$/.test(words.get(`Script:${v.attributes.ScriptID ?? ''}`) ?? ''))
      const parts: Record<string, string> = {}
      for (const value of values) {
        const key = PART_KEYS[groups.get(value.attributes.NamePartGroupID ?? '') ?? '']
        if (key) parts[key] = parts[key] === undefined ? textOf(value) : `${parts[key]} ${textOf(value)}`
      }
      const typed = entity.type === 'person' && latin && parts.family !== undefined && parts.given !== undefined
      const full = typed ? READING_ORDER.map((key) => parts[key] ?? '').join(' ') : values.map(textOf).join(' ')
      addName(entity, { full, strength, kind: primary && i === 0 ? 'primary' : kind, ...(entity.type === 'person' && { parts }) })
    }
  }
}

function readFeature(entity: ListedEntity, feature: XmlNode, { words, locations }: References): void {
  const name = words.get(`FeatureType:${feature.attributes.FeatureTypeID ?? ''}`) ?? ''
  for (const version of children(feature, 'FeatureVersion')) {
    const period = children(version, 'DatePeriod')[0]
    if (period && name === 'Birthdate') addDate(entity, periodOf(period))
    const place = locations.get(children(version, 'VersionLocation')[0]?.attributes.LocationID ?? '')
    if (place) readPlace(entity, name, place)
    for (const detail of children(version, 'VersionDetail')) {
      const value = textOf(detail) || (words.get(`DetailReference:${detail.attributes.DetailReferenceID ?? ''}`) ?? '')
      if (value !== '') readDetail(entity, name, value)
    }
  }
}

function readPlace(entity: ListedEntity, name: string, place: Location): void {
  const code = countryCode(place.country) ?? countryCode(place.parts.at(-1) ?? '')
  addOnce(entity.countries, code)
  if (/nationality|citizenship/i.test(name)) addOnce(entity.nationalities, code)
  else if (name === 'Place of Birth') addOnce(entity.places_of_birth, place.parts.join(', '))
  else if (name === 'Location') addPostal(entity, place.parts, code)
}

const VESSEL_DETAILS: Record<string, 'call_sign' | 'vessel_type' | 'flag' | 'owner' | 'tonnage' | 'gross_tonnage'> = {
  'vessel call sign': 'call_sign',
  'vessel type': 'vessel_type',
  'vessel flag': 'flag',
  'vessel owner': 'owner',
  'vessel tonnage': 'tonnage',
  'vessel gross tonnage': 'gross_tonnage',
  'vessel gross registered tonnage': 'gross_tonnage',
}

function readDetail(entity: ListedEntity, name: string, value: string): void {
  const vesselKey = VESSEL_DETAILS[name.toLowerCase()]
  if (vesselKey) {
    const code = vesselKey === 'flag' ? countryCode(value) : null
    entity.vessel = { ...entity.vessel, [vesselKey]: code ?? value }
    addOnce(entity.countries, code)
  } else if (name === 'Title') addOnce(entity.titles, value)
  else if (name === 'Place of Birth') readClause(entity, `POB ${value}`)
  else if (name === 'Birthdate') readClause(entity, `DOB ${value}`)
  else readClause(entity, `${name} ${value}`)
}

/** A period from the earliest start to the latest end. */
function periodOf(period: XmlNode): ListedDate | null {
  const start = children(period, 'Start')[0]
  const end = children(period, 'End')[0] ?? start
  if (!start || !end) return null
  const from = dayOf(children(start, 'From')[0] ?? start)
  const to = dayOf(children(end, 'To')[0] ?? children(end, 'From')[0] ?? end)
  if (!from || !to || from.from > to.to) return null
  const circa = start.attributes.Approximate === 'true' || end.attributes.Approximate === 'true'
  const text = from.from === to.to ? from.from : `${from.from} to ${to.to}`
  return { from: from.from, to: to.to, circa, text }
}

function dayOf(node: XmlNode): ListedDate | null {
  return readDate(`${childText(node, 'Year')}-${childText(node, 'Month') || '0'}-${childText(node, 'Day') || '0'}`)
}

function toTime(day: ListedDate | null): string | null {
  return day && `${day.from}T00:00:00.000Z`
}

/** Programmes and the day of listing stand apart from the party, by its profile's id. */
function readListing(node: XmlNode, entities: Map<string, ListedEntity>): void {
  const entity = entities.get(node.attributes.ProfileID ?? '')
  if (!entity) return
  for (const measure of children(node, 'SanctionsMeasure')) {
    const program = childText(measure, 'Comment')
    if (/^[A-Z0-9][A-Z0-9 -]*$/i.test(program) && program.length <= 40) addOnce(entity.programs, program)
  }
  const days = at(node, 'EntryEvent', 'Date').map((date) => dayOf(date)?.from)
  for (const day of days) if (day && (entity.listed_on === null || day < entity.listed_on)) entity.listed_on = day
}

function fail(file: string, line: number, reason: string): never {
  throw new ListFormatError({ file, line, reason })
}
