import type { ListSource } from '../entity.ts'

export type ListFormat = 'ofac_csv' | 'un_xml'

/** `role` is the part of the list the file holds (`whole` when it is all in one); of several formats the highest `rank` is used. */
export type Recognised = {
  source: ListSource
  format: ListFormat
  role: 'whole' | 'primary' | 'aliases' | 'addresses' | 'comments'
  rank: number
}

const HEAD_BYTES = 8192

/** Which publisher's file this is, by content first, by name where the content does not say. Null when it is none. */
export function recognise({ name, bytes }: { name: string; bytes: Uint8Array }): Recognised | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES)).replace(/^\u00ef\u00bb\u00bf/, '')
  return /^\s*<\?xml|^\s*<[A-Za-z!]/.test(head) ? recogniseXml(name, head) : recogniseText(name, head)
}

function recogniseXml(_name: string, head: string): Recognised | null {
  const root = /<(?!\?|!)(?:\w+:)?(\w+)/.exec(head)?.[1]
  if (root === 'CONSOLIDATED_LIST') return { source: 'un_sc', format: 'un_xml', role: 'whole', rank: 1 }
  return null
}

/** OFAC's delimited files have no header: the name says which part, the first row's width that it is one. */
const OFAC_PARTS: [RegExp, number, Recognised['role']][] = [
  [/comments/, 2, 'comments'],
  [/(^|[^a-z])alt([^a-z]|$)/, 5, 'aliases'],
  [/(^|[^a-z])add([^a-z]|$)/, 6, 'addresses'],
  [/(^|[^a-z])(sdn|prim)([^a-z]|$)/, 12, 'primary'],
]

function recogniseText(name: string, head: string): Recognised | null {
  const base = name.toLowerCase()
  if (!/\.(csv|txt|del)$/.test(base) || !/^\d+,/.test(head)) return null
  const source = /(^|[^a-z])cons([^a-z]|$)/.test(base) ? 'us_ofac_cons' : 'us_ofac_sdn'
  const part = OFAC_PARTS.find(([pattern]) => pattern.test(base)) ?? OFAC_PARTS.find(([, width]) => width === firstWidth(head))
  return part ? { source, format: 'ofac_csv', role: part[2], rank: 1 } : null
}

/** Fields of the first row, quotes heeded. */
function firstWidth(head: string): number {
  const row = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(head)?.[0] ?? ''
  return row.replace(/"(?:[^"]|"")*"/g, '').split(',').length
}
