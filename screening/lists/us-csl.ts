import { type EntityType, type ListedEntity, ListFormatError } from '../entity.ts'
import { addDate, addName, addOnce, addPostal, addRemark, newEntity, type ParsedList } from './build.ts'
import { countryCode } from './countries.ts'
import { readCsv, withHeader } from './csv.ts'
import { readDate, readListedOn } from './dates.ts'
import { naturalName, readClause } from './ofac-remarks.ts'
import { decodeText } from './text.ts'

const TYPES: Record<string, EntityType> = {
  individual: 'person',
  entity: 'organization',
  vessel: 'vessel',
  aircraft: 'aircraft',
  '': 'unknown',
}

/**
 * Reads the US Commerce Department's Consolidated Screening List CSV: twelve agencies' lists in one, values within a cell joined by `; `.
 * Treasury's rows are in it as well; `programs` begins with the short name of the list each row is from.
 * @throws ListFormatError on a missing column, a row of another width, an unknown type or a row without name.
 */
export function parseCsl({ file, bytes }: { file: string; bytes: Uint8Array }): ParsedList {
  const rows = readCsv({ text: decodeText({ bytes, file }), file, bareQuotes: true })
  const records = withHeader({ rows, file, required: ['source', 'name', 'type', 'addresses', 'alt_names', 'ids'] })
  const entities = new Map<string, ListedEntity>()
  let unnumbered = 0
  for (const record of records) {
    const type = TYPES[record.get('type').toLowerCase()]
    if (type === undefined) fail(file, record.line, `unknown type ${JSON.stringify(record.get('type'))}`)
    const name = record.get('name')
    if (name === '') fail(file, record.line, 'a row without a name')
    const list = shortName(record.get('source'))
    let id = record.get('_id') || `${list}-${record.get('entity_number') || ++unnumbered}`
    // A party under several orders is printed once for each, with one id; each row stays its own entry.
    for (let n = 2; entities.has(id); n++) id = `${id.replace(/#\d+$/, '')}#${n}`
    const entity = newEntity({ list: 'us_csl', id, type })
    addName(entity, { ...naturalName(type === 'person', name), strength: 'strong', kind: 'primary' })
    for (const alias of several(record.get('alt_names')))
      addName(entity, { ...naturalName(type === 'person', alias), strength: 'strong', kind: 'aka' })
    for (const program of [list, ...several(record.get('programs'))]) addOnce(entity.programs, program)
    for (const title of several(record.get('title'))) addOnce(entity.titles, title)
    for (const address of several(record.get('addresses'))) {
      const end = address.slice(address.lastIndexOf(',') + 1).trim()
      addPostal(entity, [address], /^[A-Z]{2}$/.test(end) ? countryCode(end) : null)
    }
    for (const date of several(record.get('dates_of_birth'))) addDate(entity, readDate(date))
    for (const place of several(record.get('places_of_birth'))) addOnce(entity.places_of_birth, place)
    for (const country of [...several(record.get('nationalities')), ...several(record.get('citizenships'))]) {
      addOnce(entity.nationalities, countryCode(country))
      addOnce(entity.countries, countryCode(country))
    }
    for (const identifier of several(record.get('ids'))) readIdentifier(entity, identifier)
    if (type === 'vessel') readVessel(entity, (column) => record.get(column))
    entity.listed_on = readListedOn(record.get('start_date'))
    entity.url = record.get('source_information_url', 'source_list_url') || null
    addRemark(entity, record.get('remarks'))
    addRemark(entity, record.get('federal_register_notice'))
    entities.set(id, entity)
  }
  if (entities.size === 0) fail(file, 0, 'the list has no entries')
  return { source: 'us_csl', published_at: null, entries: [...entities.values()], warnings: [] }
}

/** Short names of the parts that OFAC's own files carry, with more detail. */
export const TREASURY_PARTS: ReadonlySet<string> = new Set(['SDN', 'SSI', 'PLC', 'CMIC', 'CAP', 'NS-MBS List', 'FSE', 'ISA', 'MBS'])

/** "Entity List (EL) - Bureau of Industry and Security" is EL. */
function shortName(source: string): string {
  return /\(([^)]+)\)/.exec(source)?.[1] ?? source.split(' - ')[0]!
}

/** `CO, 254291, National Foreign ID Number`: country, value, kind; the country may be missing. */
function readIdentifier(entity: ListedEntity, text: string): void {
  const parts = text.split(', ')
  const kind = parts.length > 1 ? parts.pop()! : ''
  const country = parts.length > 1 && /^[A-Z]{2}$/.test(parts[0]!) ? parts.shift()! : ''
  readClause(entity, `${kind} ${parts.join(', ')}${country && ` (${country})`}`)
}

function readVessel(entity: ListedEntity, get: (column: string) => string): void {
  const columns = {
    call_sign: 'call_sign',
    vessel_type: 'vessel_type',
    flag: 'vessel_flag',
    owner: 'vessel_owner',
    tonnage: 'gross_tonnage',
  }
  const fields = Object.entries(columns).map(([key, column]) => [key, get(column)])
  const imo = entity.identifiers.find((i) => i.type === 'imo')
  const kept = [...fields.filter(([, value]) => value !== ''), ...(imo ? [['imo', imo.value]] : [])]
  if (kept.length > 0) entity.vessel = Object.fromEntries(kept)
  addOnce(entity.countries, countryCode(get('vessel_flag')))
}

function several(text: string): string[] {
  return text.split(/;\s*/).filter((part) => part.trim() !== '')
}

function fail(file: string, line: number, reason: string): never {
  throw new ListFormatError({ file, line, reason })
}
