import { type EntityType, type ListedEntity, type ListedVessel, ListFormatError, type ListSource } from '../entity.ts'
import { addName, addOnce, addPostal, newEntity, type ParsedList } from './build.ts'
import { countryCode } from './countries.ts'
import { readClause, readRemarks } from './ofac-remarks.ts'
import { decodeText } from './text.ts'
import { at, children, childText, readXml, textOf, type XmlNode } from './xml.ts'

const TYPES: Record<string, EntityType> = { individual: 'person', entity: 'organization', vessel: 'vessel', aircraft: 'aircraft' }

/**
 * Reads OFAC's classic XML (`sdn.xml`, OFAC's `consolidated.xml`; root `sdnList`). Aliases carry their own strength here.
 * @throws ListFormatError when it is not that document, its record count differs from the one it states, or an entry lacks id or name.
 */
export function parseOfacXml({ file, bytes, source }: { file: string; bytes: Uint8Array; source: ListSource }): ParsedList {
  const entities = new Map<string, ListedEntity>()
  const head = { date: '', count: '' }
  readXml({
    text: decodeText({ bytes, file }),
    file,
    roots: ['sdnList'],
    // OFAC's own spelling.
    records: new Set(['publshInformation', 'sdnEntry']),
    onRecord(node) {
      if (node.name === 'publshInformation') {
        head.date = childText(node, 'Publish_Date')
        head.count = childText(node, 'Record_Count')
        return
      }
      const entity = readEntry(node, file, source)
      if (entities.has(entity.list_entry_id)) fail(file, node.line, `entry ${entity.list_entry_id} appears twice`)
      entities.set(entity.list_entry_id, entity)
    },
  })
  if (entities.size === 0) fail(file, 0, 'the list has no entries')
  if (head.count !== '' && Number(head.count) !== entities.size)
    fail(file, 0, `${entities.size} entries where the file states ${head.count}`)
  return { source, published_at: usDay(head.date), entries: [...entities.values()], warnings: [] }
}

/** OFAC writes MM/DD/YYYY. */
function usDay(text: string): string | null {
  const m = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text)
  const time = m ? Date.parse(`${m[3]}-${m[1]}-${m[2]}T00:00:00Z`) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

function readEntry(node: XmlNode, file: string, source: ListSource): ListedEntity {
  const id = childText(node, 'uid')
  if (!/^\d{1,9}$/.test(id)) fail(file, node.line, 'an sdnEntry without a numeric uid')
  const type = TYPES[childText(node, 'sdnType').toLowerCase()]
  if (!type) fail(file, node.line, `unknown type ${JSON.stringify(childText(node, 'sdnType'))}`)
  const entity = newEntity({ list: source, id, type })
  entity.url = `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${id}`
  readName(entity, node, { strength: 'strong', kind: 'primary' })
  if (entity.names.length === 0) fail(file, node.line, `entry ${id} has no name`)
  const remarks = childText(node, 'remarks')
  readRemarks({ entity, text: remarks, cut: false })
  entity.remarks = remarks === '' ? null : remarks
  for (const aka of at(node, 'akaList', 'aka')) {
    const mark = childText(aka, 'type').toLowerCase()
    const kind = mark.startsWith('f') ? 'fka' : mark.startsWith('n') ? 'nka' : 'aka'
    readName(entity, aka, { strength: childText(aka, 'category') === 'weak' ? 'weak' : 'strong', kind })
  }
  for (const program of at(node, 'programList', 'program')) addOnce(entity.programs, textOf(program))
  for (const title of childText(node, 'title').split(/;\s+/)) addOnce(entity.titles, title)
  for (const item of at(node, 'idList', 'id')) readId(entity, item)
  for (const item of at(node, 'nationalityList', 'nationality')) readClause(entity, `nationality ${childText(item, 'country')}`)
  for (const item of at(node, 'citizenshipList', 'citizenship')) readClause(entity, `citizen ${childText(item, 'country')}`)
  for (const item of at(node, 'dateOfBirthList', 'dateOfBirthItem')) readClause(entity, `DOB ${childText(item, 'dateOfBirth')}`)
  for (const item of at(node, 'placeOfBirthList', 'placeOfBirthItem')) readClause(entity, `POB ${childText(item, 'placeOfBirth')}`)
  for (const item of at(node, 'addressList', 'address')) readAddress(entity, item)
  const vessel = children(node, 'vesselInfo')[0]
  if (vessel) readVessel(entity, vessel)
  return entity
}

function readName(entity: ListedEntity, node: XmlNode, rank: Pick<ListedEntity['names'][number], 'strength' | 'kind'>): void {
  const family = childText(node, 'lastName')
  const given = childText(node, 'firstName')
  const parts = entity.type === 'person' && given !== '' ? { family, given } : undefined
  addName(entity, { full: `${given} ${family}`, ...rank, ...(parts && { parts }) })
}

function readId(entity: ListedEntity, node: XmlNode): void {
  const country = childText(node, 'idCountry')
  readClause(entity, `${childText(node, 'idType')} ${childText(node, 'idNumber')}${country && ` (${country})`}`)
}

function readAddress(entity: ListedEntity, node: XmlNode): void {
  const tags = ['address1', 'address2', 'address3', 'city', 'stateOrProvince', 'postalCode', 'country']
  const country = childText(node, 'country')
  addPostal(
    entity,
    tags.map((tag) => childText(node, tag)),
    countryCode(country),
  )
}

function readVessel(entity: ListedEntity, node: XmlNode): void {
  const fields: [keyof ListedVessel, string][] = [
    ['call_sign', childText(node, 'callSign')],
    ['vessel_type', childText(node, 'vesselType')],
    ['flag', childText(node, 'vesselFlag')],
    ['owner', childText(node, 'vesselOwner')],
    ['tonnage', childText(node, 'tonnage')],
    ['gross_tonnage', childText(node, 'grossRegisteredTonnage')],
  ]
  const vessel: ListedVessel = { ...entity.vessel }
  for (const [key, value] of fields) if (value !== '') vessel[key] = value
  const code = countryCode(vessel.flag ?? '')
  if (code) vessel.flag = code
  addOnce(entity.countries, code)
  entity.vessel = withShipNumbers(entity, vessel)
}

/** The ship's numbers stand among the identifiers. */
export function withShipNumbers(entity: ListedEntity, vessel: ListedVessel): ListedVessel | null {
  const imo = entity.identifiers.find((i) => i.type === 'imo')
  const mmsi = entity.identifiers.find((i) => i.type === 'mmsi')
  const whole = { ...vessel, ...(imo && { imo: imo.value }), ...(mmsi && { mmsi: mmsi.value }) }
  return Object.keys(whole).length > 0 ? whole : null
}

function fail(file: string, line: number, reason: string): never {
  throw new ListFormatError({ file, line, reason })
}
