import { type EntityType, type ListedEntity, type ListedVessel, ListFormatError, type ListSource } from '../entity.ts'
import { addName, addOnce, addPostal, newEntity, type ParsedList } from './build.ts'
import { countryCode } from './countries.ts'
import { type CsvRow, readCsv } from './csv.ts'
import { naturalName, readRemarks } from './ofac-remarks.ts'
import { decodeText } from './text.ts'

type OfacFile = { file: string; bytes: Uint8Array }

/** The CSV family of one OFAC list: `sdn.csv` with its companions, or the `cons_` ones. */
export type OfacCsvFiles = { primary: OfacFile; aliases?: OfacFile; addresses?: OfacFile; comments?: OfacFile }

const TYPES: Record<string, EntityType> = { individual: 'person', entity: 'organization', vessel: 'vessel', aircraft: 'aircraft' }

/** The remarks column is cut at this width; the rest is in the comments file. */
const REMARKS_WIDTH = 1000

/**
 * Reads OFAC's delimited files (SDN or consolidated non-SDN). Columns and null mark as in OFAC's "dat_spec" note; the files carry no date.
 * Aliases in the alias file are strong; those quoted in the remarks are the weak ones.
 * @throws ListFormatError on a wrong column count, an id that is no number, an unknown type, or two different rows of
 *   one id. Companion rows of entries the primary file lacks are left out with a warning.
 */
export function parseOfacCsv({ source, files }: { source: ListSource; files: OfacCsvFiles }): ParsedList {
  const warnings: string[] = []
  const comments = readComments(files.comments)
  const primary = readRows({ ...files.primary, columns: 12 })
  const entities = new Map<string, ListedEntity>()
  const seen = new Map<string, string>()
  let repeated = 0
  let cutOff = 0
  for (const row of primary) {
    const id = idOf(row, files.primary.file)
    const raw = JSON.stringify(row.fields)
    if (seen.has(id)) {
      if (seen.get(id) !== raw) fail(files.primary.file, row.line, `entry ${id} appears twice with different content`)
      repeated++
      continue
    }
    seen.set(id, raw)
    const { entity, cut } = readEntry({ source, file: files.primary.file, row, id, comment: comments.get(id) })
    if (cut) cutOff++
    entities.set(id, entity)
  }
  if (entities.size === 0) fail(files.primary.file, 0, 'the file has no entries')
  const aliases = files.aliases && addAliases(entities, files.aliases, warnings)
  const addresses = files.addresses && addAddresses(entities, files.addresses, warnings)
  if (!files.aliases) warnings.push(`${files.primary.file}: the alias file is missing, so strong aliases are not loaded`)
  if (!files.addresses) warnings.push(`${files.primary.file}: the address file is missing, so countries come from remarks alone`)
  if (repeated > 0) warnings.push(`${files.primary.file}: ${repeated} repeated identical rows`)
  if (cutOff > 0) {
    warnings.push(
      `${files.primary.file}: ${cutOff} remarks are cut at ${REMARKS_WIDTH} characters and their rest is not in a comments file`,
    )
  }
  const signs = {
    dangling: (aliases?.strangers ?? 0) + (addresses?.strangers ?? 0),
    cut_off: withoutEnd(files),
    numbers: { ...(aliases && { alias: aliases.highest }), ...(addresses && { address: addresses.highest }) },
  }
  return { source, published_at: null, entries: [...entities.values()], warnings, signs }
}

/** OFAC ends its files with 0x1A, which one cut at the end of a row has lost. Some tools take it off: then of all files. */
function withoutEnd({ primary, aliases, addresses }: OfacCsvFiles): string[] {
  const files = [primary, aliases, addresses].filter((file) => file !== undefined)
  const cut = files.filter(({ bytes }) => bytes.subarray(-4).indexOf(0x1a) < 0)
  return cut.length === files.length ? [] : cut.map(({ file }) => file)
}

function readEntry({ source, file, row, id, comment }: { source: ListSource; file: string; row: CsvRow; id: string; comment?: string }) {
  const [, name, kind, program, title, callSign, vesselType, tonnage, grossTonnage, flag, owner] = row.fields.map(published)
  const type = TYPES[kind ? kind.toLowerCase() : 'entity']
  if (type === undefined) fail(file, row.line, `unknown type ${JSON.stringify(kind)}`)
  if (!name) fail(file, row.line, `entry ${id} has no name`)
  const entity = newEntity({ list: source, id, type })
  entity.url = `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${id}`
  addName(entity, { ...naturalName(type === 'person', name), strength: 'strong', kind: 'primary' })
  for (const one of (program ?? '').split(/\]\s*\[|;/)) addOnce(entity.programs, one.replace(/[[\]]/g, ''))
  for (const one of (title ?? '').split(/;\s+/)) addOnce(entity.titles, one)
  const vessel = compact({
    call_sign: callSign,
    vessel_type: vesselType,
    tonnage,
    gross_tonnage: grossTonnage,
    flag: flag ?? undefined,
    owner,
  })
  if (vessel) {
    const code = countryCode(vessel.flag ?? '')
    entity.vessel = code ? { ...vessel, flag: code } : vessel
    addOnce(entity.countries, code)
  }
  // The cut may fall on a blank, so the column is joined to its continuation exactly as it stands.
  const remarks = row.fields[11]!
  const text = published(remarks) === undefined ? '' : remarks + (comment ?? '')
  const cut = comment === undefined && remarks.length >= REMARKS_WIDTH && !remarks.endsWith('.')
  readRemarks({ entity, text, cut })
  entity.remarks = text.trim() === '' ? null : text.trim()
  return { entity, cut }
}

function addAliases(entities: Map<string, ListedEntity>, source: OfacFile, warnings: string[]): Companions {
  const { pairs, ...companions } = companionRows(entities, { ...source, columns: 5 }, warnings)
  for (const { row, entity } of pairs) {
    const kind = published(row.fields[2]!)
    if (kind !== 'aka' && kind !== 'fka' && kind !== 'nka')
      fail(source.file, row.line, `unknown alias type ${JSON.stringify(row.fields[2])}`)
    const name = published(row.fields[3]!)
    if (!name) fail(source.file, row.line, 'an alias without a name')
    addName(entity, { ...naturalName(entity.type === 'person', name), strength: 'strong', kind })
  }
  for (const entity of entities.values()) sortStrongFirst(entity)
  return companions
}

/** Weak aliases were met first, in the remarks; strong ones read better before them. */
function sortStrongFirst(entity: ListedEntity): void {
  if (entity.names.length > 2) entity.names.sort((a, b) => rank(a) - rank(b))
}

function rank(name: ListedEntity['names'][number]): number {
  return name.kind === 'primary' ? 0 : name.strength === 'strong' ? 1 : 2
}

function addAddresses(entities: Map<string, ListedEntity>, source: OfacFile, warnings: string[]): Companions {
  const { pairs, ...companions } = companionRows(entities, { ...source, columns: 6 }, warnings)
  for (const { row, entity } of pairs) {
    const [, , street, city, country] = row.fields.map(published)
    addPostal(entity, [street, city, country], countryCode(country ?? ''))
  }
  return companions
}

function readComments(source: OfacFile | undefined): Map<string, string> {
  const comments = new Map<string, string>()
  for (const row of source ? readRows({ ...source, columns: 2 }) : []) {
    const id = idOf(row, source!.file)
    comments.set(id, (comments.get(id) ?? '') + row.fields[1]!)
  }
  return comments
}

/** `strangers`: rows of entries that are not there. `highest`: the highest of the numbers OFAC gives aliases and addresses in turn. */
type Companions = { strangers: number; highest: number }

/** Rows of a companion file, each with its entry. A row of an entry the list does not have comes from another day's file. */
function companionRows(entities: Map<string, ListedEntity>, source: OfacFile & { columns: number }, warnings: string[]) {
  const pairs: { row: CsvRow; entity: ListedEntity }[] = []
  let strangers = 0
  let highest = 0
  for (const row of readRows(source)) {
    highest = Math.max(highest, Number(row.fields[1]) || 0)
    const entity = entities.get(idOf(row, source.file))
    if (entity) pairs.push({ row, entity })
    else strangers++
  }
  if (strangers > 0)
    warnings.push(`${source.file}: ${strangers} rows of entries the list does not have; the files are of different versions`)
  return { pairs, strangers, highest }
}

function readRows({ file, bytes, columns }: OfacFile & { columns: number }): CsvRow[] {
  const rows = readCsv({ text: decodeText({ bytes, file, legacy: 'latin1' }), file })
  for (const row of rows) {
    if (row.fields.length !== columns) fail(file, row.line, `${row.fields.length} fields where OFAC's layout has ${columns}`)
  }
  return rows
}

function idOf(row: CsvRow, file: string): string {
  const id = row.fields[0]!.trim()
  if (!/^\d{1,9}$/.test(id)) fail(file, row.line, `${JSON.stringify(id.slice(0, 40))} is not an entry number`)
  return id
}

/** OFAC writes "no value" as `-0-`. */
function published(field: string): string | undefined {
  const trimmed = field.trim()
  return trimmed === '-0-' || trimmed === '' ? undefined : trimmed
}

function compact(vessel: Record<keyof Omit<ListedVessel, 'imo' | 'mmsi'>, string | undefined>): ListedVessel | null {
  const kept = Object.entries(vessel).filter(([, v]) => v !== undefined)
  return kept.length === 0 ? null : (Object.fromEntries(kept) as ListedVessel)
}

function fail(file: string, line: number, reason: string): never {
  throw new ListFormatError({ file, line, reason })
}
