import { isStreamSafe } from '#core/kernel/untrusted/stream-safe.ts'
import { IDENTIFIER_TYPES, identifierKey } from '#screening/identifiers.ts'
import { isComparable } from '#screening/names.ts'
import type { SubjectToScreen } from '../../matching/screen-subject.ts'
import type { FurtherFacts } from '../../matching/subject.ts'
import { furtherFields } from '../../matching/subject-fields.ts'
import {
  type DateOrder,
  dateOrderOf,
  isNothing,
  mayBeWallet,
  type Reading,
  readBirth,
  readCountry,
  readGender,
  readType,
  readWallet,
  visible,
} from './fields.ts'
import { fieldsOf, recordsOf } from './split.ts'

/** How a file is written, as it is kept with its job. */
export const FORMATS = { csv: ',', 'csv-semicolon': ';', 'csv-tab': '\t', jsonl: null } as const
export type BulkFormat = keyof typeof FORMATS

const NUMBERS = IDENTIFIER_TYPES.flatMap((type) => [type, `${type}_country`] as const)
/** What a record of JSON can give as a list, in the words of the API. */
const LISTED = ['other_names', 'addresses', 'identifiers'] as const
const FIELDS = [
  ...(['reference', 'full_name', 'wallet_address', 'date_of_birth', 'country', 'entity_type', 'address'] as const),
  ...(['other_names', 'gender', 'birth_place', 'nationality'] as const),
  ...NUMBERS,
] as const
type Field = (typeof FIELDS)[number]

/** Without one of these there is nothing to screen. */
const SCREENED: readonly Field[] = ['full_name', 'wallet_address', 'address']

/** Other words people head their columns with. */
const COLUMN_NAMES: Record<string, Field> = {
  ...Object.fromEntries(FIELDS.map((field) => [field, field])),
  id: 'reference',
  external_id: 'reference',
  customer_id: 'reference',
  name: 'full_name',
  fullname: 'full_name',
  wallet: 'wallet_address',
  dob: 'date_of_birth',
  birth_date: 'date_of_birth',
  birthdate: 'date_of_birth',
  type: 'entity_type',
  aliases: 'other_names',
  aka: 'other_names',
  sex: 'gender',
  place_of_birth: 'birth_place',
  passport_number: 'passport',
  national_identifier: 'national_id',
  tax_id: 'tax',
  swift: 'bic',
  swift_bic: 'bic',
  imo_number: 'imo',
  registration_number: 'registration',
}

/** Longest name: the matcher reads no further, and what is cut could be what matches. */
const NAME_MAX = 400
const REFERENCE_MAX = 200
const NAMES_MAX = 20
const NUMBER_MAX = 60

/** One record of a file: what to screen, or why it cannot be. */
export interface BulkRow {
  line: number
  reference: string | null
  subject: SubjectToScreen | null
  problem: string | null
}

/** More columns than any list of names has; each is compared with the others. */
const COLUMNS_MAX = 500

const columnOf = (title: string): Field | null =>
  COLUMN_NAMES[
    title
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_')
  ] ?? null

/** How a header line is separated and what its columns mean; null when none of them can be screened. */
export function readHeader(record: string): { format: BulkFormat; columns: (Field | null)[] } | null {
  const text = record.replace(/^\ufeff/, '').replace(/\r?\n?$/, '')
  for (const format of ['csv', 'csv-semicolon', 'csv-tab'] as const) {
    const titles = fieldsOf(text, FORMATS[format]) ?? []
    if (titles.length > COLUMNS_MAX) continue
    const meant = titles.map(columnOf)
    const words = titles.map((title) => title.trim().toLowerCase())
    const columns = meant.map((column, i) => {
      if (column === null) return null
      // Of two columns for one field the API's own word counts, else the first.
      const better = words.indexOf(column)
      return i === (better >= 0 ? better : meant.indexOf(column)) ? column : null
    })
    if (SCREENED.some((field) => columns.includes(field))) return { format, columns }
  }
  return null
}

/** Reads the records of a piece. A record that is not valid comes back with its line and reason; none is lost. */
export function* readRows(
  piece: Uint8Array,
  file: { format: BulkFormat; columns: readonly (string | null)[] | null; firstLine: number },
): Generator<BulkRow> {
  const separator = FORMATS[file.format]
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(piece)
  const order = dateOrderOf(text)
  for (const record of recordsOf(text.replace(/^\ufeff/, ''), separator, file.firstLine)) {
    const bad = (problem: string): BulkRow => refused(record.line, null, problem)
    if (record.text.includes('\ufffd')) yield bad('letters are lost (\ufffd): the line is not valid UTF-8; save the file as UTF-8')
    else if (separator === null) yield readJson(record.line, record.text, order)
    else {
      const fields = fieldsOf(record.text, separator)
      const width = file.columns!.length
      if (!fields) yield bad('a quote stands where none may: put the whole field in quotes and double those inside')
      else if (fields.length < width) yield bad(`${fields.length} fields where the header has ${width}: separate empty fields too`)
      // Empty cells behind the last column are a spreadsheet's habit.
      else if (fields.slice(width).some((field) => field.trim() !== ''))
        yield bad(`${fields.length} fields where the header has ${width}: put a field that contains a separator in quotes`)
      else
        yield readRow(record.line, Object.fromEntries(file.columns!.flatMap((column, i) => (column ? [[column, fields[i]!]] : []))), order)
    }
  }
}

function readJson(line: number, text: string, order: DateOrder): BulkRow {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refused(line, null, 'the line is not JSON')
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return refused(line, null, 'the line is not a JSON object')
  const given: Given = {}
  const lists: Lists = {}
  for (const [title, content] of Object.entries(value)) {
    const list = LISTED.find((one) => one === title)
    if (list && Array.isArray(content)) {
      const read = furtherFields[list].safeParse(content)
      if (!read.success) return refused(line, null, `${title}: ${read.error.issues[0]!.message}`)
      Object.assign(lists, { [list]: read.data })
      continue
    }
    const field = columnOf(title)
    if (!field || content === null || content === '') continue
    if (typeof content !== 'string' && typeof content !== 'number')
      return refused(line, null, `${title}: this must be a text, not ${Array.isArray(content) ? 'a list' : `of type ${typeof content}`}`)
    // The API's own word for a field goes before others for it.
    if (given[field] === undefined || title === field) given[field] = String(content)
  }
  return readRow(line, given, order, lists)
}

type Lists = Pick<FurtherFacts, (typeof LISTED)[number]>

const tooLong = (name: string) =>
  name.length > NAME_MAX
    ? `full_name: ${name.length} characters, at most ${NAME_MAX}: leave out what is not the name`
    : 'full_name: more than 30 combining marks in a row'

const refused = (line: number, reference: string | null, problem: string): BulkRow => ({ line, reference, subject: null, problem })

type Given = { [field in Field]?: string }

/** Several in one cell. */
const several = (text: string): string[] =>
  text
    .split(/[|;]/)
    .map((one) => one.trim())
    .filter((one) => one !== '' && !isNothing(one))

function readRow(line: number, given: Given, order: DateOrder, lists: Lists = {}): BulkRow {
  const text = (field: Field) => visible(given[field] ?? '')
  const reference = text('reference').slice(0, REFERENCE_MAX) || null
  const problems: string[] = []
  const read = <T>(field: Field, reader: (value: string) => Reading<T>): T | undefined => {
    const value = text(field)
    if (value === '' || isNothing(value)) return undefined
    const reading = reader(value)
    if ('value' in reading) return reading.value
    problems.push(`${field}: ${reading.problem}`)
    return undefined
  }
  const subject: SubjectToScreen = {}
  const given_name = text('full_name')
  if (given_name.length > 2 * NAME_MAX || !isStreamSafe(given_name)) return refused(line, reference, tooLong(given_name))
  const full_name = given_name.normalize('NFC')
  if (full_name) subject.full_name = full_name
  const wallet_address = read('wallet_address', readWallet) ?? (mayBeWallet(text('address')) ? read('address', readWallet) : undefined)
  if (wallet_address) subject.wallet_address = wallet_address
  const date_of_birth = read('date_of_birth', (value) => readBirth(value, order))
  if (date_of_birth) subject.date_of_birth = date_of_birth
  const nationality = read('nationality', readCountry)
  const said = read('country', readCountry)
  // A file that says of nobody where they live means it by the nationality.
  const country = said ?? nationality
  if (country) subject.country = country
  if (said && nationality) subject.nationality = nationality
  const other_names = [...several(text('other_names')).map((one) => one.normalize('NFC')), ...(lists.other_names ?? [])]
  for (const one of other_names) {
    if (one.length > NAME_MAX || !isStreamSafe(one)) problems.push(`other_names: ${one.length} characters, or too many marks, in a name`)
    else if (!isComparable(one)) problems.push('other_names: a name has no letter or digit that could be compared')
  }
  if (other_names.length > NAMES_MAX) problems.push(`other_names: more than ${NAMES_MAX}`)
  if (other_names.length) subject.other_names = other_names
  const gender = readGender(text('gender'))
  if (gender) subject.gender = gender
  const birth_place = text('birth_place').slice(0, REFERENCE_MAX)
  if (birth_place && !isNothing(birth_place)) subject.birth_place = birth_place
  const address = mayBeWallet(text('address')) || isNothing(text('address')) ? '' : text('address').slice(0, NAME_MAX)
  const addresses = [...(address ? [{ line1: address }] : []), ...(lists.addresses ?? [])]
  if (addresses.length) subject.addresses = addresses
  const identifiers = IDENTIFIER_TYPES.flatMap((type) => {
    const issuer = read(`${type}_country`, readCountry)
    return several(text(type)).flatMap((value) => {
      if (identifierKey(value) !== '' && value.length <= NUMBER_MAX) return [{ type, value, ...(issuer && { country: issuer }) }]
      problems.push(`${type}: a number has five to ${NUMBER_MAX} letters or digits; correct it, or leave it empty`)
      return []
    })
  })
  identifiers.push(...((lists.identifiers as typeof identifiers) ?? []))
  if (identifiers.length) subject.identifiers = identifiers
  const entity_type = text('entity_type')
  if (entity_type) subject.entity_type = readType(entity_type)
  if (full_name.length > NAME_MAX) problems.push(tooLong(full_name))
  if (full_name && !isComparable(full_name)) problems.push('full_name: it has no letter or digit that could be compared')
  // The first is enough to go by; all are said so that one look mends the line.
  if (problems.length) return refused(line, reference, problems.join('; '))
  if (!subject.full_name && !subject.wallet_address) return refused(line, reference, 'a full_name or a wallet_address is needed')
  return { line, reference, subject, problem: null }
}
