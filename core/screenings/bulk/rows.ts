import { z } from 'zod'
import { country, dateOfBirth, name, walletAddress } from '../../fields.ts'
import type { SubjectToScreen } from '../screen-subject.ts'
import { fieldsOf, recordsOf } from './split.ts'

/** How a file is written, as it is kept with its job. */
export const FORMATS = { csv: ',', 'csv-semicolon': ';', 'csv-tab': '\t', jsonl: null } as const
export type BulkFormat = keyof typeof FORMATS

const FIELDS = ['reference', 'full_name', 'wallet_address', 'date_of_birth', 'country', 'entity_type'] as const
type Field = (typeof FIELDS)[number]

/** Other words people head their columns with. */
const COLUMN_NAMES: Record<string, Field> = {
  ...Object.fromEntries(FIELDS.map((field) => [field, field])),
  id: 'reference',
  external_id: 'reference',
  customer_id: 'reference',
  name: 'full_name',
  fullname: 'full_name',
  wallet: 'wallet_address',
  address: 'wallet_address',
  dob: 'date_of_birth',
  birth_date: 'date_of_birth',
  birthdate: 'date_of_birth',
  nationality: 'country',
  type: 'entity_type',
}

const rowSchema = z
  .object({
    reference: z.string().max(200, 'reference has more than 200 characters').optional(),
    full_name: name().optional(),
    wallet_address: walletAddress.optional(),
    date_of_birth: z
      .union([z.string().regex(/^(19|20)\d{2}(-(0[1-9]|1[0-2]))?$/), dateOfBirth], {
        error: 'use YYYY-MM-DD, YYYY-MM or YYYY',
      })
      .optional(),
    country: country.optional(),
    entity_type: z.enum(['person', 'organization', 'vessel', 'aircraft', 'any']).optional(),
  })
  .refine((row) => row.full_name !== undefined || row.wallet_address !== undefined, {
    message: 'a full_name or a wallet_address is needed',
  })

/** One record of a file: what to screen, or why it cannot be. */
export interface BulkRow {
  line: number
  reference: string | null
  subject: SubjectToScreen | null
  problem: string | null
}

/** How a header line is separated and what its columns mean; null when none of them can be screened. */
export function readHeader(record: string): { format: BulkFormat; columns: (Field | null)[] } | null {
  const text = record.replace(/^\ufeff/, '').replace(/\r?\n?$/, '')
  for (const format of ['csv', 'csv-semicolon', 'csv-tab'] as const) {
    const columns = (fieldsOf(text, FORMATS[format]) ?? []).map(
      (title) =>
        COLUMN_NAMES[
          title
            .trim()
            .toLowerCase()
            .replace(/[\s-]+/g, '_')
        ] ?? null,
    )
    if (columns.includes('full_name') || columns.includes('wallet_address')) return { format, columns }
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
  for (const record of recordsOf(text.replace(/^\ufeff/, ''), separator, file.firstLine)) {
    const bad = (problem: string): BulkRow => ({ line: record.line, reference: null, subject: null, problem })
    if (record.text.includes('\ufffd')) yield bad('the line is not valid UTF-8')
    else if (separator === null) yield readJson(record.line, record.text)
    else {
      const fields = fieldsOf(record.text, separator)
      const width = file.columns!.length
      if (!fields) yield bad('a quote stands where none may')
      else if (fields.length !== width) yield bad(`${fields.length} fields where the header has ${width}`)
      else yield readRow(record.line, Object.fromEntries(file.columns!.flatMap((column, i) => (column ? [[column, fields[i]!]] : []))))
    }
  }
}

function readJson(line: number, text: string): BulkRow {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { line, reference: null, subject: null, problem: 'the line is not JSON' }
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return { line, reference: null, subject: null, problem: 'the line is not a JSON object' }
  return readRow(line, value as Record<string, unknown>)
}

function readRow(line: number, given: Record<string, unknown>): BulkRow {
  const filled = Object.fromEntries(
    FIELDS.flatMap((field) => {
      const value = given[field]
      if (value === undefined || value === null || value === '') return []
      return [[field, typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : field === 'reference' ? String(value) : value]]
    }).filter(([, value]) => value !== ''),
  )
  const reference = typeof filled.reference === 'string' ? filled.reference.slice(0, 200) : null
  const parsed = rowSchema.safeParse(filled)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    const field = issue.path[0]
    return { line, reference, subject: null, problem: field === undefined ? issue.message : `${String(field)}: ${issue.message}` }
  }
  const { reference: _, wallet_address, ...facts } = parsed.data
  return { line, reference, subject: { ...facts, ...(wallet_address && { wallet_address: wallet_address.canonical }) }, problem: null }
}
