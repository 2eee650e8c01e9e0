import { createHash } from 'node:crypto'
import type { ListSource, SANCTIONS_SOURCES } from './entity.ts'
import { recognise } from './lists/recognise.ts'
import type { ListFile } from './load.ts'

export type PublisherFile = { name: string; url: string; bytesMax: number }

const MB = 1024 * 1024
const OFAC = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports'
const ofac = (name: string, bytesMax: number): PublisherFile => ({ name: name.toLowerCase(), url: `${OFAC}/${name}`, bytesMax })

/** Where each publisher puts its list. `token` of the EU address is the public one every reader uses. */
export const PUBLISHER_FILES: Record<(typeof SANCTIONS_SOURCES)[number], readonly PublisherFile[]> = {
  us_ofac_sdn: [ofac('SDN.CSV', 64 * MB), ofac('ALT.CSV', 32 * MB), ofac('ADD.CSV', 32 * MB), ofac('SDN_COMMENTS.CSV', 16 * MB)],
  us_ofac_cons: [
    ofac('CONS_PRIM.CSV', 32 * MB),
    ofac('CONS_ALT.CSV', 16 * MB),
    ofac('CONS_ADD.CSV', 16 * MB),
    ofac('CONS_COMMENTS.CSV', 16 * MB),
  ],
  us_csl: [
    {
      name: 'consolidated.csv',
      url: 'https://data.trade.gov/downloadable_consolidated_screening_list/v1/consolidated.csv',
      bytesMax: 128 * MB,
    },
  ],
  un_sc: [{ name: 'consolidated.xml', url: 'https://scsanctions.un.org/resources/xml/en/consolidated.xml', bytesMax: 64 * MB }],
  eu_fsf: [
    {
      name: 'xmlFullSanctionsList_1_1.xml',
      url: 'https://webgate.ec.europa.eu/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw',
      bytesMax: 128 * MB,
    },
  ],
  gb_fcdo: [{ name: 'UK-Sanctions-List.csv', url: 'https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv', bytesMax: 128 * MB }],
}

/** What is remembered of a file between downloads, so that an unchanged one is not fetched again. */
export type KnownFile = { name: string; etag: string | null; last_modified: string | null; sha256: string }

type DownloadedFile = ListFile & KnownFile

export type DownloadProgress = { source: ListSource; file: string; bytes: number; bytes_total: number | null; done: boolean }

export type DownloadResult =
  /** The publisher confirms the version we have: its age starts anew. */
  { status: 'unchanged'; checked_at: string } | { status: 'changed'; checked_at: string; files: DownloadedFile[] }

/** Why a download gave nothing. The version in force stays. */
class DownloadError extends Error {
  readonly url: string
  readonly code: 'timeout' | 'network' | 'http_status' | 'too_large' | 'incomplete' | 'packed' | 'checksum' | 'not_a_list'
  constructor({ url, code, message }: { url: string; code: DownloadError['code']; message: string }) {
    super(`${url}: ${message}`)
    this.name = 'DownloadError'
    this.url = url
    this.code = code
  }
}

export type DownloadInput = {
  source: ListSource
  files: readonly PublisherFile[]
  known: readonly KnownFile[]
  /** Follows redirects only to where the list may be had from. */
  fetch: (address: string, init: { headers: Headers; signal: AbortSignal }) => Promise<Response>
  now: () => Date
  /** For one file from first byte asked to last byte had. */
  timeoutMs?: number
  onProgress?: (progress: DownloadProgress) => void
}

const TIMEOUT_MS = 120_000

/**
 * Downloads one list. Files are asked for conditionally; when any of a family changed, the others are fetched whole too, so that all are
 * of one version. Each is checked against its stated length and digest, and must look like this publisher's list.
 * @throws DownloadError; never a partial result.
 */
export async function downloadList(input: DownloadInput): Promise<DownloadResult> {
  const known = new Map(input.known.map((file) => [file.name, file]))
  const complete = input.files.every((file) => known.has(file.name))
  const got = new Map<string, DownloadedFile>()
  for (const file of input.files) {
    const fetched = await fetchFile(input, file, complete ? known.get(file.name) : undefined)
    if (fetched) got.set(file.name, fetched)
  }
  const checked_at = input.now().toISOString()
  const same = complete && [...got.values()].every((file) => known.get(file.name)?.sha256 === file.sha256)
  if (same) return { status: 'unchanged', checked_at }
  const files: DownloadedFile[] = []
  for (const file of input.files) files.push(got.get(file.name) ?? (await fetchFile(input, file, undefined))!)
  return { status: 'changed', checked_at, files }
}

/** Null when the publisher says it has not changed. */
async function fetchFile(input: DownloadInput, file: PublisherFile, known: KnownFile | undefined): Promise<DownloadedFile | null> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), input.timeoutMs ?? TIMEOUT_MS)
  const fail = (code: DownloadError['code'], message: string): never => {
    throw new DownloadError({ url: file.url, code, message })
  }
  try {
    // Unpacking takes the end of a cut gzip for the end of the list, so the bytes are asked for as they are.
    const headers = new Headers({ accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Sealwright list refresh' })
    if (known?.etag) headers.set('if-none-match', known.etag)
    if (known?.last_modified) headers.set('if-modified-since', known.last_modified)
    const response = await input.fetch(file.url, { headers, signal: abort.signal })
    if (response.status === 304 && known) return null
    if (response.status !== 200) fail('http_status', `answered ${response.status}`)
    checkForm(file, response)
    const bytes = await readBody(input, file, response)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    checkBody(file, response, bytes)
    if (recognise({ name: file.name, bytes })?.source !== input.source) fail('not_a_list', `the answer is not the list ${input.source}`)
    const last_modified = response.headers.get('last-modified')
    const modified = Date.parse(last_modified ?? '')
    const modifiedAt = (Number.isNaN(modified) ? input.now() : new Date(modified)).toISOString()
    const modifiedBy = Number.isNaN(modified) ? 'file' : 'server'
    return { name: file.name, bytes, modifiedAt, modifiedBy, etag: response.headers.get('etag'), last_modified, sha256 }
  } catch (error) {
    if (error instanceof DownloadError) throw error
    if (abort.signal.aborted) return fail('timeout', `no complete answer within ${input.timeoutMs ?? TIMEOUT_MS} ms`)
    return fail('network', error instanceof Error ? error.message : String(error))
  } finally {
    clearTimeout(timer)
    abort.abort()
  }
}

/** Only an answer that says where it ends can be known to be whole. */
function checkForm({ url }: PublisherFile, { headers }: Response): void {
  const encoding = headers.get('content-encoding')
  if (encoding && encoding !== 'identity') {
    const message = `came packed (${encoding.slice(0, 20)}) though plain was asked for, so nobody can tell whether it is whole`
    throw new DownloadError({ url, code: 'packed', message })
  }
  const chunked = /\bchunked\b/i.test(headers.get('transfer-encoding') ?? '')
  if (!headers.has('content-length') && !chunked)
    throw new DownloadError({ url, code: 'incomplete', message: 'the answer does not say where it ends' })
  if (/^(text\/html|application\/xhtml\+xml)\b/i.test(headers.get('content-type') ?? ''))
    throw new DownloadError({ url, code: 'not_a_list', message: 'the answer is a web page, not a list' })
}

async function readBody(input: DownloadInput, file: PublisherFile, response: Response): Promise<Uint8Array> {
  const stated = Number(response.headers.get('content-length') ?? Number.NaN)
  const bytes_total = Number.isNaN(stated) ? null : stated
  const tooLarge = () => new DownloadError({ url: file.url, code: 'too_large', message: `larger than ${file.bytesMax} bytes` })
  if (bytes_total !== null && bytes_total > file.bytesMax) throw tooLarge()
  const chunks: Uint8Array[] = []
  let bytes = 0
  const report = (done: boolean) => input.onProgress?.({ source: input.source, file: file.name, bytes, bytes_total, done })
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > file.bytesMax) throw tooLarge()
    chunks.push(chunk)
    report(false)
  }
  if (bytes_total !== null && bytes !== bytes_total) {
    throw new DownloadError({ url: file.url, code: 'incomplete', message: `${bytes} of ${bytes_total} bytes arrived` })
  }
  report(true)
  return Buffer.concat(chunks)
}

/** Checks the digest the server states, where it states one (RFC 9530 `Repr-Digest`, or S3's checksum header). */
function checkBody(file: PublisherFile, response: Response, bytes: Uint8Array): void {
  if (bytes.length === 0) throw new DownloadError({ url: file.url, code: 'incomplete', message: 'an empty answer' })
  const digest = /sha-256=:([^:]+):/.exec(response.headers.get('repr-digest') ?? '')?.[1] ?? response.headers.get('x-amz-checksum-sha256')
  if (!digest) return
  const own = createHash('sha256').update(bytes).digest('base64')
  if (own !== digest) throw new DownloadError({ url: file.url, code: 'checksum', message: `SHA-256 is ${own}, stated ${digest}` })
}
