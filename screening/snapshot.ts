import { gunzipSync, gzipSync } from 'node:zlib'
import { type ListedEntity, ListFormatError, type SanctionsList } from './entity.ts'
import { newEntity } from './lists/build.ts'

const FORMAT = 'sealwright-list/1'
const SNAPSHOT_BYTES_MAX = 1024 * 1024 * 1024

type Header = Omit<SanctionsList, 'entries'> & { format: string; count: number }

/**
 * A list version as bytes, to be kept for as-of questions: gzip over one JSON line of header and one for each entry, fields left out where
 * they hold their empty value. The same list gives the same bytes; `decodeList(encodeList(list))` equals `list`.
 */
export function encodeList(list: SanctionsList): Uint8Array {
  const { entries, ...stamp } = list
  const header: Header = { format: FORMAT, ...stamp, count: entries.length }
  const lines = [JSON.stringify(header), ...entries.map((entity) => JSON.stringify(withoutDefaults(entity)))]
  return gzipSync(lines.join('\n'), { level: 9 })
}

/** @throws ListFormatError when the bytes are no whole snapshot of this format. */
export function decodeList(bytes: Uint8Array): SanctionsList {
  const lines = unzip(bytes).split('\n')
  const header = parseLine(lines[0]!, 1) as Header
  if (header?.format !== FORMAT) fail(1, `not a snapshot of format ${FORMAT}`)
  if (lines.length - 1 !== header.count) fail(lines.length, `${lines.length - 1} entries where the header states ${header.count}`)
  const { format: _, count: __, ...stamp } = header
  const entries = lines.slice(1).map((line, i) => {
    const partial = parseLine(line, i + 2) as Partial<ListedEntity> & { list_entry_id: string; type: ListedEntity['type'] }
    return { ...newEntity({ list: stamp.source, id: partial.list_entry_id, type: partial.type }), ...partial }
  })
  return { ...stamp, entries }
}

function withoutDefaults(entity: ListedEntity): Partial<ListedEntity> {
  const defaults: Record<string, unknown> = newEntity({ list: entity.list, id: entity.list_entry_id, type: entity.type })
  const kept = Object.entries(entity).filter(([key, value]) => {
    if (key === 'list_entry_id' || key === 'type') return true
    return Array.isArray(value) ? value.length > 0 : value !== defaults[key]
  })
  return Object.fromEntries(kept)
}

function unzip(bytes: Uint8Array): string {
  try {
    return gunzipSync(bytes, { maxOutputLength: SNAPSHOT_BYTES_MAX }).toString('utf8')
  } catch {
    return fail(0, 'the snapshot is damaged')
  }
}

function parseLine(line: string, number: number): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return fail(number, 'the line is not JSON')
  }
}

function fail(line: number, reason: string): never {
  throw new ListFormatError({ file: 'snapshot', line, reason })
}
