import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PUBLISHER_FILES } from './download.ts'
import { ListFormatError, type ListSource, type SanctionsList } from './entity.ts'
import type { ParsedList } from './lists/build.ts'
import { parseEuCsv, parseEuXml } from './lists/eu.ts'
import { parseEuRetired } from './lists/eu-retired.ts'
import type { FileSigns } from './lists/judge.ts'
import { parseOfacAdvanced } from './lists/ofac-advanced.ts'
import { type OfacCsvFiles, parseOfacCsv } from './lists/ofac-csv.ts'
import { parseOfacXml } from './lists/ofac-xml.ts'
import { parsePepFtm, parsePepSimple } from './lists/opensanctions.ts'
import { joinExposed, parsePepOwn } from './lists/pep.ts'
import { type Recognised, recognise } from './lists/recognise.ts'
import { parseUk } from './lists/uk.ts'
import { parseUn } from './lists/un.ts'
import { parseCsl, TREASURY_PARTS } from './lists/us-csl.ts'

/**
 * A publisher's file as it came. `modifiedAt` (RFC 3339) stands in for the publishing date where the file itself has none; `modifiedBy` says
 * whose word that is: the publisher's server's, or only that of the disk it lies on.
 */
export type ListFile = { name: string; bytes: Uint8Array; modifiedAt: string; modifiedBy?: 'server' | 'file' }

/** `sha256` of the files that could not be read. */
export type RefusedList = { source: ListSource; error: ListFormatError; sha256: string }

export type LoadedLists = {
  lists: SanctionsList[]
  /** For each list, what points to files that are not whole. */
  signs: Partial<Record<ListSource, FileSigns>>
  /** Lists whose files are malformed: none of their entries is in `lists`; what was in force before stays. */
  refused: RefusedList[]
  /** Readable oddities: missing companions, repeated rows, files set aside for a better one. */
  warnings: string[]
  /** Files that are no list. */
  ignored: string[]
}

const FILE_BYTES_MAX = 512 * 1024 * 1024

/**
 * Loads every publisher's file of a folder (not of its subfolders), known by name and content, plain or gzipped.
 * @throws the file system's error when the folder cannot be read. Malformed lists do not throw: they come back in `refused`.
 */
export async function loadFolder({ dir, loadedAt = new Date().toISOString() }: { dir: string; loadedAt?: string }): Promise<LoadedLists> {
  const files: ListFile[] = []
  const tooLarge: string[] = []
  for (const entry of (await readdir(dir, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(dir, entry.name)
    const info = entry.isDirectory() || entry.name.startsWith('.') ? null : await stat(path)
    if (!info?.isFile()) continue
    if (info.size > FILE_BYTES_MAX) tooLarge.push(`${entry.name}: larger than ${FILE_BYTES_MAX} bytes, not read`)
    else files.push({ name: entry.name, bytes: await readFile(path), modifiedAt: info.mtime.toISOString() })
  }
  const loaded = listsFromFiles({ files, loadedAt })
  loaded.warnings.unshift(...tooLarge)
  return loaded
}

type Found = { file: ListFile; as: Recognised }

/** The same from bytes in hand. One list per source; lists come out in the order of their source names. */
export function listsFromFiles({ files, loadedAt }: { files: readonly ListFile[]; loadedAt: string }): LoadedLists {
  const result: LoadedLists = { lists: [], signs: {}, refused: [], warnings: [], ignored: [] }
  const bySource = new Map<ListSource, Found[]>()
  for (const given of files) {
    const file = unpack(given)
    const as = file && recognise({ name: file.name, bytes: file.bytes })
    const empty = file && isBlank(file.bytes) ? emptyPart(file.name) : null
    if (file && empty) result.refused.push({ ...emptyList(file), source: empty })
    else if (!file || !as) result.ignored.push(given.name)
    else bySource.set(as.source, [...(bySource.get(as.source) ?? []), { file, as }])
  }
  for (const [source, found] of [...bySource].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (result.refused.some((refused) => refused.source === source)) continue
    try {
      const used = formatsOf(found, result.warnings)
      const parsed = parseFound(source, used)
      result.warnings.push(...parsed.warnings)
      if (parsed.signs) result.signs[source] = parsed.signs
      result.lists.push(finish({ parsed, files: used.map((f) => f.file), loadedAt }))
    } catch (error) {
      if (!(error instanceof ListFormatError)) throw error
      result.refused.push({ source, error, sha256: digestOf(found.map(({ file }) => file)) })
    }
  }
  dropReprints(result)
  return result
}

const isBlank = (bytes: Uint8Array) => bytes.every((byte) => byte <= 0x20 || byte === 0x1a)

/** An empty file says by its name alone whose list it should be: one that must not be taken for no list at all. */
function emptyPart(name: string): ListSource | null {
  const known = Object.entries(PUBLISHER_FILES).find(([, files]) =>
    files.some((file) => file.name.toLowerCase() === name.toLowerCase() && !/comments/i.test(name)),
  )
  return (known?.[0] as ListSource | undefined) ?? null
}

const emptyList = (file: ListFile) => ({
  error: new ListFormatError({ file: file.name, line: 0, reason: 'the file is empty' }),
  sha256: digestOf([file]),
})

function unpack(file: ListFile): ListFile | null {
  if (!/\.gz$/i.test(file.name)) return file
  try {
    return { ...file, name: file.name.replace(/\.gz$/i, ''), bytes: gunzipSync(file.bytes, { maxOutputLength: FILE_BYTES_MAX }) }
  } catch {
    return null
  }
}

/** A publisher may be present in several formats; the one that says most is used, the rest set aside and named. */
function chooseFormat(found: Found[], warnings: string[]): Found[] {
  const best = Math.max(...found.map((f) => f.as.rank))
  const used = found.filter((f) => f.as.rank === best)
  for (const { file, as } of found) if (as.rank < best) warnings.push(`${file.name}: set aside for ${used[0]!.file.name}, which says more`)
  const roles = new Map<string, string>()
  for (const { file, as } of used) {
    const other = roles.get(as.role)
    if (other !== undefined) throw new ListFormatError({ file: file.name, line: 0, reason: `the same part of the list as ${other}` })
    roles.set(as.role, file.name)
  }
  return used
}

/** The operator's own list of politically exposed persons stands beside one they got elsewhere, whatever the format of that. */
function formatsOf(found: Found[], warnings: string[]): Found[] {
  const own = found.filter(({ as }) => as.role === 'own')
  const others = found.filter(({ as }) => as.role !== 'own')
  return [own, others].flatMap((some) => (some.length ? chooseFormat(some, warnings) : []))
}

function parseFound(source: ListSource, used: Found[]): ParsedList {
  if (source === 'pep' && used.length > 1) return joinExposed(used.map((one) => parseFound(source, [one])))
  const part = (role: string) => {
    const found = used.find((f) => f.as.role === role)
    return found && { file: found.file.name, bytes: found.file.bytes }
  }
  const whole = part('whole') ?? part('own')
  const format = used[0]!.as.format
  if (format === 'ofac_csv') {
    const primary = part('primary')
    if (!primary)
      throw new ListFormatError({ file: used[0]!.file.name, line: 0, reason: 'its primary file (sdn.csv or cons_prim.csv) is missing' })
    const files: OfacCsvFiles = { primary, aliases: part('aliases'), addresses: part('addresses'), comments: part('comments') }
    return parseOfacCsv({ source, files })
  }
  if (!whole) throw new ListFormatError({ file: used[0]!.file.name, line: 0, reason: `no reader for ${format}` })
  return WHOLE_READERS[format]({ ...whole, source })
}

type WholeReader = (input: { file: string; bytes: Uint8Array; source: ListSource }) => ParsedList

const WHOLE_READERS: Record<Exclude<Recognised['format'], 'ofac_csv'>, WholeReader> = {
  ofac_xml: parseOfacXml,
  ofac_advanced: parseOfacAdvanced,
  un_xml: parseUn,
  eu_csv: parseEuCsv,
  eu_xml: parseEuXml,
  eu_retired: parseEuRetired,
  uk_csv: parseUk,
  us_csl: parseCsl,
  pep_simple: parsePepSimple,
  pep_ftm: parsePepFtm,
  pep_own: parsePepOwn,
}

/**
 * Commerce reprints Treasury's lists. Where OFAC's own are there they speak for themselves: this leaves the reprints out, so that nobody
 * is listed twice. Lists of several downloads are to be passed through here together before they are put in force.
 */
export function withoutReprints(lists: readonly SanctionsList[]): SanctionsList[] {
  const treasury = ['us_ofac_sdn', 'us_ofac_cons'].every((source) => lists.some((list) => list.source === source))
  if (!treasury) return [...lists]
  return lists.map((list) => {
    if (list.source !== 'us_csl') return list
    return { ...list, entries: list.entries.filter((entity) => !TREASURY_PARTS.has(entity.programs[0] ?? '')) }
  })
}

function dropReprints(result: LoadedLists): void {
  const size = (lists: SanctionsList[]) => lists.find((list) => list.source === 'us_csl')?.entries.length ?? 0
  const before = size(result.lists)
  result.lists = withoutReprints(result.lists)
  const left = before - size(result.lists)
  if (left > 0) result.warnings.push(`us_csl: ${left} reprints of OFAC's lists left out`)
}

function finish({ parsed, files, loadedAt }: { parsed: ParsedList; files: ListFile[]; loadedAt: string }): SanctionsList {
  const sha256 = digestOf(files)
  const newest = Math.max(...files.map((f) => Date.parse(f.modifiedAt)))
  const published_at = parsed.published_at ?? new Date(newest).toISOString()
  const version = `${published_at.slice(0, 10)}-${sha256.slice(0, 12)}`
  const dated_by = parsed.published_at ? 'list' : files.every((file) => file.modifiedBy === 'server') ? 'server' : 'file'
  return { source: parsed.source, version, sha256, published_at, dated_by, loaded_at: loadedAt, entries: parsed.entries }
}

/** One file: SHA-256 of its bytes as published. Several: of their `name\0sha256\n` lines, sorted by name. */
function digestOf(files: ListFile[]): string {
  const sum = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')
  if (files.length === 1) return sum(files[0]!.bytes)
  const lines = files.map((f) => `${f.name.toLowerCase()}\0${sum(f.bytes)}\n`)
  return sum(lines.sort().join(''))
}
