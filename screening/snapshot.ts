import { setImmediate as breathe } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip, gunzipSync, gzipSync } from 'node:zlib'
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
  const { stamp, lines } = openSnapshot(unzip(bytes))
  return { ...stamp, entries: lines.map((line, i) => readEntry(stamp.source, line, i)) }
}

/** The same, letting others have the thread every few milliseconds: for a list put in force while requests are answered. */
export async function decodeListInTurns(bytes: Uint8Array): Promise<SanctionsList> {
  const { stamp, lines } = openSnapshot(await unzipSnapshot(bytes))
  const entries: ListedEntity[] = []
  for (const [i, line] of lines.entries()) {
    entries.push(readEntry(stamp.source, line, i))
    if (i % TURN === TURN - 1) await breathe()
  }
  return { ...stamp, entries }
}

/** Entries read before others get their turn: about two milliseconds' worth. */
const TURN = 200

/** The text of a snapshot, unpacked beside the caller's thread. @throws ListFormatError */
export async function unzipSnapshot(bytes: Uint8Array): Promise<string> {
  const text = await promisify(gunzip)(bytes, { maxOutputLength: SNAPSHOT_BYTES_MAX }).catch(() => fail(0, 'the snapshot is damaged'))
  return text.toString('utf8')
}

/** Header and entry lines of a snapshot's text. @throws ListFormatError */
export function openSnapshot(text: string): { stamp: Omit<SanctionsList, 'entries'>; lines: string[] } {
  const lines = text.split('\n')
  const header = parseLine(lines[0]!, 1) as Header
  if (header?.format !== FORMAT) fail(1, `not a snapshot of format ${FORMAT}`)
  if (lines.length - 1 !== header.count) fail(lines.length, `${lines.length - 1} entries where the header states ${header.count}`)
  const { format: _, count: __, ...stamp } = header
  return { stamp, lines: lines.slice(1) }
}

/** One entry line; `i` counts from 0. @throws ListFormatError */
export function readEntry(source: SanctionsList['source'], line: string, i: number): ListedEntity {
  const partial = parseLine(line, i + 2) as Partial<ListedEntity> & { list_entry_id: string; type: ListedEntity['type'] }
  return { ...newEntity({ list: source, id: partial.list_entry_id, type: partial.type }), ...partial }
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
