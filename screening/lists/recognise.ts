import type { ListSource } from '../entity.ts'
import { SIMPLE_COLUMNS } from './opensanctions.ts'

type ListFormat =
  | 'ofac_csv'
  | 'ofac_xml'
  | 'ofac_advanced'
  | 'un_xml'
  | 'eu_csv'
  | 'eu_xml'
  | 'eu_retired'
  | 'uk_csv'
  | 'us_csl'
  | 'pep_simple'
  | 'pep_ftm'
  | 'pep_own'

/** `role` is the part of the list the file holds (`whole` when it is all in one); of several formats the highest `rank` is used. */
export type Recognised = {
  source: ListSource
  format: ListFormat
  role: 'whole' | 'primary' | 'aliases' | 'addresses' | 'comments' | 'own'
  rank: number
}

const HEAD_BYTES = 8192

/** Which publisher's file this is, by content first, by name where the content does not say. Null when it is none. */
export function recognise({ name, bytes }: { name: string; bytes: Uint8Array }): Recognised | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES)).replace(/^\u00ef\u00bb\u00bf/, '')
  return /^\s*<[A-Za-z?!]/.test(head) ? recogniseXml(name, head) : recogniseText(name, head)
}

const whole = (source: ListSource, format: ListFormat, rank: number): Recognised => ({ source, format, role: 'whole', rank })

/** OFAC gives both its lists one layout: only the name tells them apart. */
function ofacSource(name: string): ListSource {
  return /(^|[^a-z])cons(olidated)?([^a-z]|$)/.test(name.toLowerCase()) ? 'us_ofac_cons' : 'us_ofac_sdn'
}

function recogniseXml(name: string, head: string): Recognised | null {
  const root = /<(?!\?|!)(?:\w+:)?(\w+)[^>]*>/.exec(head)
  if (root?.[1] === 'CONSOLIDATED_LIST') return whole('un_sc', 'un_xml', 1)
  if (root?.[1] === 'sdnList') return whole(ofacSource(name), 'ofac_xml', 2)
  if (root?.[1] === 'Sanctions') return whole(ofacSource(name), 'ofac_advanced', 3)
  if (root?.[1] === 'export' && /fsd|sanctionEntity|generationDate/.test(head)) return whole('eu_fsf', 'eu_xml', 2)
  if (root?.[1] === 'WHOLE' && /<ENTITY/.test(head)) return whole('eu_fsf', 'eu_retired', 0)
  return null
}

/** By these together the operator's own list of politically exposed persons is known. */
const OWN_COLUMNS = ['name', 'class', 'office', 'country']

/** OFAC's delimited files have no header: the name says which part, the first row's width that it is one. */
const OFAC_PARTS: [RegExp, number, Recognised['role']][] = [
  [/comments/, 2, 'comments'],
  [/(^|[^a-z])alt([^a-z]|$)/, 5, 'aliases'],
  [/(^|[^a-z])add([^a-z]|$)/, 6, 'addresses'],
  [/(^|[^a-z])(sdn|prim)([^a-z]|$)/, 12, 'primary'],
]

function recogniseText(name: string, head: string): Recognised | null {
  const base = name.toLowerCase()
  if (/\.(json|jsonl|ndjson)$/.test(base)) return /^\{.*"schema"\s*:/.test(head) ? whole('pep', 'pep_ftm', 2) : null
  if (!/\.(csv|txt|del)$/.test(base)) return null
  const [first = '', second = ''] = head.split(/\r?\n/, 2)
  const columns = (first.startsWith('# as of ') ? second : first).replaceAll('"', '').toLowerCase().split(',')
  if (SIMPLE_COLUMNS.every((name, i) => columns[i] === name)) return whole('pep', 'pep_simple', 1)
  if (OWN_COLUMNS.every((name) => columns.some((column) => column.trim() === name)))
    return { source: 'pep', format: 'pep_own', role: 'own', rank: 1 }
  if (/^"?fileGenerationDate"?;/i.test(first) || /(^|;)"?Entity_LogicalId"?;/i.test(first)) return whole('eu_fsf', 'eu_csv', 1)
  if (/^"?Report Date\b/i.test(first)) return whole('gb_fcdo', 'uk_csv', 2)
  if (/^"?Last Updated"?,/i.test(first) && /Name 6/i.test(second)) return whole('gb_fcdo', 'uk_csv', 1)
  if (/^"?(_id|source)"?,/.test(first) && /entity_number/.test(first)) return whole('us_csl', 'us_csl', 1)
  if (!/^\d+,/.test(head)) return null
  const part = OFAC_PARTS.find(([pattern]) => pattern.test(base)) ?? OFAC_PARTS.find(([, width]) => width === firstWidth(head))
  return part ? { source: ofacSource(base), format: 'ofac_csv', role: part[2], rank: 1 } : null
}

/** Fields of the first row, quotes heeded. */
function firstWidth(head: string): number {
  const row = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(head)?.[0] ?? ''
  return row.replace(/"(?:[^"]|"")*"/g, '').split(',').length
}
