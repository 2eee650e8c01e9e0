import { type ListedEntity, ListFormatError } from '../entity.ts'
import { addDate, addIdentifier, addName, addOnce, genderOf, type ParsedList } from './build.ts'
import { countryCode } from './countries.ts'
import { readCsv, withHeader } from './csv.ts'
import { readDate } from './dates.ts'
import { boundExposed, newExposed, type Office, settleOffices } from './pep.ts'
import { decodeText, squeeze } from './text.ts'

/** The first columns of `targets.simple.csv`, by which it is known. */
export const SIMPLE_COLUMNS = ['id', 'schema', 'name', 'aliases', 'birth_date', 'countries'] as const

/**
 * Reads OpenSanctions' `targets.simple.csv` of a collection of politically exposed persons. It says neither office nor end of office nor
 * whether somebody is only family, so each person counts as in a foreign office held now; `entities.ftm.json` says more.
 * @throws ListFormatError on a missing column, a row of another width, a row without id or name, or a file that ends within a line.
 */
export function parsePepSimple({ file, bytes }: { file: string; bytes: Uint8Array }): ParsedList {
  const text = decodeText({ bytes, file })
  if (!text.endsWith('\n')) fail(file, 0, 'it ends within a line: it is cut off')
  const records = withHeader({ rows: readCsv({ text, file }), file, required: [...SIMPLE_COLUMNS, 'last_seen'] })
  const entries = new Map<string, ListedEntity>()
  const bound = boundExposed(file)
  let newest = ''
  let others = 0
  for (const { line, get } of records) {
    const id = get('id')
    if (id === '') fail(file, line, 'a row without an id')
    if (entries.has(id)) fail(file, line, `a second row of ${id}`)
    newest = later(newest, get('last_seen'))
    if (get('schema') !== 'Person') {
      others++
      continue
    }
    const entity = newExposed(id)
    addName(entity, { full: get('name'), strength: 'strong', kind: 'primary' })
    if (!entity.names.length) fail(file, line, 'a row without a name')
    for (const alias of several(file, line, get('aliases'))) addName(entity, { full: alias, strength: 'strong', kind: 'aka' })
    for (const date of several(file, line, get('birth_date'))) addDate(entity, readDate(date))
    for (const country of several(file, line, get('countries'))) addOnce(entity.countries, countryCode(region(country)))
    settleOffices(entity, [{ relation: 'holder', countries: [], left_on: null, words: '' }])
    bound(entity)
    entries.set(id, entity)
  }
  return listOf(file, [...entries.values()], newest, others)
}

type Statement = { id: string; schema: string; properties: Record<string, string[]>; last_seen: string }

/**
 * Reads FollowTheMoney entities, one JSON object a line, as OpenSanctions' `entities.ftm.json` has them. A person counts who has the topic
 * `role.pep` or `role.rca`, or holds a position: positions (`Position`, `Occupancy`) say which office, of which country, and until when; family
 * and associates (`Family`, `Associate`) say whose.
 * @throws ListFormatError on a line that is no entity, a person without a name, or a file that ends within a line.
 */
export function parsePepFtm({ file, bytes }: { file: string; bytes: Uint8Array }): ParsedList {
  const persons = new Map<string, { entity: ListedEntity; topics: string[]; offices: Office[] }>()
  const positions = new Map<string, { name: string; countries: string[] }>()
  const occupied: Statement[] = []
  const ties: Statement[] = []
  let newest = ''
  let others = 0
  for (const { line, text } of linesOf(file, bytes)) {
    const one = readStatement(file, line, text)
    newest = later(newest, one.last_seen)
    if (one.schema === 'Person') {
      if (persons.has(one.id)) fail(file, line, `a second line of ${one.id}`)
      const topics = values(one, 'topics').filter((topic) => topic === 'role.pep' || topic === 'role.rca')
      persons.set(one.id, { entity: personOf(file, line, one), topics, offices: [] })
    } else if (one.schema === 'Position')
      positions.set(one.id, { name: values(one, 'name')[0] ?? '', countries: values(one, 'country').map(region) })
    else if (one.schema === 'Occupancy') occupied.push(one)
    else if (one.schema === 'Family' || one.schema === 'Associate') ties.push(one)
    else others++
  }
  for (const one of occupied) {
    for (const holder of values(one, 'holder'))
      for (const post of values(one, 'post')) persons.get(holder)?.offices.push(officeOf(one, positions.get(post)))
  }
  for (const one of ties) {
    const [a = '', b = ''] = [values(one, 'person')[0], values(one, one.schema === 'Family' ? 'relative' : 'associate')[0]]
    for (const [who, whose] of [[a, b] as const, [b, a] as const]) {
      const official = persons.get(whose)
      if (!official?.topics.includes('role.pep') || !persons.get(who)?.topics.includes('role.rca')) continue
      const how = values(one, 'relationship')[0] ?? one.schema.toLowerCase()
      const words = `Family or associate of ${official.entity.names[0]!.full} (${how})`
      persons.get(who)!.offices.push({ relation: 'relative', countries: [], left_on: null, words })
    }
  }
  const entries: ListedEntity[] = []
  const bound = boundExposed(file)
  for (const { entity, topics, offices } of persons.values()) {
    const holds = offices.some((office) => office.relation === 'holder')
    if (!topics.length && !holds) {
      others++
      continue
    }
    // Of whom the topic says it and no office is named, nobody knows the country or the end.
    const unnamed = topics.includes('role.pep') ? ('holder' as const) : ('relative' as const)
    const all = holds || (unnamed === 'relative' && offices.length) ? offices : [...offices, officeUnnamed(unnamed)]
    settleOffices(entity, all)
    bound(entity)
    entries.push(entity)
  }
  return listOf(file, entries, newest, others)
}

const officeUnnamed = (relation: Office['relation']): Office => ({ relation, countries: [], left_on: null, words: '' })

function personOf(file: string, line: number, one: Statement): ListedEntity {
  const entity = newExposed(one.id)
  for (const [i, full] of values(one, 'name').entries()) addName(entity, { full, strength: 'strong', kind: i === 0 ? 'primary' : 'aka' })
  for (const full of values(one, 'alias')) addName(entity, { full, strength: 'strong', kind: 'aka' })
  for (const full of values(one, 'previousName')) addName(entity, { full, strength: 'strong', kind: 'fka' })
  for (const full of values(one, 'weakAlias')) addName(entity, { full, strength: 'weak', kind: 'aka' })
  if (!entity.names.length) fail(file, line, `the person ${one.id} has no name`)
  for (const date of values(one, 'birthDate')) addDate(entity, readDate(date))
  for (const place of values(one, 'birthPlace')) addOnce(entity.places_of_birth, place)
  for (const field of ['nationality', 'citizenship']) {
    for (const country of values(one, field)) addOnce(entity.nationalities, countryCode(region(country)))
  }
  for (const field of ['nationality', 'citizenship', 'country', 'birthCountry'])
    for (const country of values(one, field)) addOnce(entity.countries, countryCode(region(country)))
  entity.gender = genderOf(values(one, 'gender')[0] ?? '')
  for (const [field, type] of IDENTIFIERS) for (const value of values(one, field)) addIdentifier(entity, { type, value })
  entity.url = values(one, 'sourceUrl')[0] ?? null
  return entity
}

const IDENTIFIERS = [
  ['passportNumber', 'passport'],
  ['idNumber', 'national_id'],
  ['taxNumber', 'tax_id'],
] as const

function officeOf(one: Statement, post: { name: string; countries: string[] } | undefined): Office {
  const [since = '', left = ''] = [values(one, 'startDate').sort()[0], values(one, 'endDate').sort().at(-1)]
  const where = [post?.name || 'An office', post?.countries.length ? `(${post.countries.join(', ')})` : ''].filter(Boolean).join(' ')
  return {
    relation: 'holder',
    countries: post?.countries ?? [],
    // What is called current is held, whatever day its end is expected on.
    left_on: values(one, 'status').includes('current') ? null : (readDate(left)?.to ?? null),
    words: since || left ? `${where}, ${`${since} – ${left}`.trim()}` : where,
  }
}

function* linesOf(file: string, bytes: Uint8Array): Generator<{ line: number; text: string }> {
  if (bytes.length === 0) fail(file, 0, 'the file is empty')
  if (bytes.at(-1) !== 0x0a) fail(file, 0, 'it ends within a line: it is cut off')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 0
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(0x0a, from)
    line++
    let text = ''
    try {
      text = decoder.decode(bytes.subarray(from, end))
    } catch {
      fail(file, line, 'the line is not valid UTF-8')
    }
    if (text.trim() !== '') yield { line, text }
    from = end + 1
  }
}

function readStatement(file: string, line: number, text: string): Statement {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return fail(file, line, 'the line is not JSON')
  }
  const { id, schema, properties, last_seen } = (value ?? {}) as Record<string, unknown>
  if (typeof id !== 'string' || id === '' || typeof schema !== 'string' || typeof properties !== 'object' || properties === null)
    fail(file, line, 'the line is no entity with id, schema and properties')
  return { id, schema, properties: properties as Record<string, string[]>, last_seen: typeof last_seen === 'string' ? last_seen : '' }
}

/** The values of a property that are text; entities nested in it are not followed. */
function values({ properties }: Statement, name: string): string[] {
  const found: unknown = Object.hasOwn(properties, name) ? properties[name] : []
  return Array.isArray(found) ? found.filter((value) => typeof value === 'string').map(squeeze) : []
}

/** A field of several values, `;` between, quoted where one has a `;` or a quote in it. */
function several(file: string, line: number, text: string): string[] {
  if (text === '') return []
  if (!text.includes('"')) return text.split(';')
  try {
    return readCsv({ text, file, separator: ';' }).flatMap((row) => row.fields)
  } catch (error) {
    if (!(error instanceof ListFormatError)) throw error
    return fail(file, line, error.reason)
  }
}

/** `us-ca` is a part of `us`; what is no country stays as the list writes it, in capitals. */
const region = (code: string): string => code.split('-')[0]!.toUpperCase()

const later = (a: string, b: string): string => (b > a ? b : a)

function listOf(file: string, entries: ListedEntity[], newest: string, others: number): ParsedList {
  if (entries.length === 0) fail(file, 0, 'no politically exposed person is in it')
  const day = Date.parse(/T[\d:.]+$/.test(newest) ? `${newest}Z` : newest)
  const warnings = others ? [`${file}: ${others} entries that are no politically exposed persons were left out`] : []
  return { source: 'pep', published_at: Number.isNaN(day) ? null : new Date(day).toISOString(), entries, warnings }
}

function fail(file: string, line: number, reason: string): never {
  throw new ListFormatError({ file, line, reason })
}
