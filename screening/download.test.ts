import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DownloadInput, type DownloadProgress, downloadList, type KnownFile, PUBLISHER_FILES } from './download.ts'
import { SANCTIONS_SOURCES } from './entity.ts'
import { listsFromFiles } from './load.ts'

const NULLS = '-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- '
const BODIES: Record<string, string> = {
  '/SDN.CSV': `1,"A CO",-0- ,"P",${NULLS}\r\n\x1a`,
  '/ALT.CSV': '1,1,"aka","A COMPANY",-0- \r\n\x1a',
}
const MODIFIED = 'Fri, 07 Aug 2026 18:36:51 GMT'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

describe('downloading a list', () => {
  let server: Server
  let answer: Answer
  let asked: { url: string; etag: string | undefined }[]
  let base: string

  beforeEach(async () => {
    asked = []
    answer = publisher
    server = createServer((request, response) => {
      expect(request.headers['accept-encoding']).toBe('identity')
      asked.push({ url: request.url!, etag: request.headers['if-none-match'] })
      answer(request, response)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(() => {
    server.closeAllConnections()
    return new Promise((done) => server.close(done))
  })

  /** Serves the bodies with entity tags, as publishers do. */
  const publisher: Answer = (request, response) => {
    const body = BODIES[request.url!]!
    const etag = `"${createHash('md5').update(body).digest('hex')}"`
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
    else response.writeHead(200, { etag, 'last-modified': MODIFIED, 'content-length': Buffer.byteLength(body) }).end(body)
  }

  const download = (over: Partial<DownloadInput> = {}) =>
    downloadList({
      source: 'us_ofac_sdn',
      files: ['SDN.CSV', 'ALT.CSV'].map((name) => ({ name: name.toLowerCase(), url: `${base}/${name}`, bytesMax: 10_000 })),
      known: [],
      fetch: globalThis.fetch,
      now: () => new Date('2026-08-08T00:00:00Z'),
      timeoutMs: 2000,
      ...over,
    })

  const knownOf = (files: KnownFile[]) => files.map(({ name, etag, last_modified, sha256 }) => ({ name, etag, last_modified, sha256 }))

  async function first() {
    const result = await download()
    if (result.status !== 'changed') throw new Error('expected a change')
    return result.files
  }

  it('brings every file with its digest, and they load', async () => {
    const files = await first()
    expect(files.map((f) => [f.name, f.sha256])).toEqual(
      ['/SDN.CSV', '/ALT.CSV'].map((path) => [path.slice(1).toLowerCase(), createHash('sha256').update(BODIES[path]!).digest('hex')]),
    )
    const { lists, refused } = listsFromFiles({ files, loadedAt: '2026-08-08T00:00:00Z' })
    expect(refused).toEqual([])
    expect(lists[0]).toMatchObject({
      published_at: '2026-08-07T18:36:51.000Z',
      entries: [{ names: [{ full: 'A CO' }, { full: 'A COMPANY' }] }],
    })
  })

  it('asks with the entity tag and says so when nothing changed', async () => {
    const files = await first()
    asked = []
    expect(await download({ known: knownOf(files) })).toEqual({ status: 'unchanged', checked_at: '2026-08-08T00:00:00.000Z' })
    expect(asked.map((a) => a.etag)).toEqual(files.map((f) => f.etag))
  })

  it('fetches the whole family when one file changed', async () => {
    const files = await first()
    const known = knownOf(files).map((f) => (f.name === 'sdn.csv' ? { ...f, etag: '"old"', sha256: 'old' } : f))
    const result = await download({ known })
    expect(result).toMatchObject({ status: 'changed', files: [{ name: 'sdn.csv' }, { name: 'alt.csv' }] })
  })

  it('the same bytes without an entity tag are still unchanged', async () => {
    const files = await first()
    answer = (request, response) => response.end(BODIES[request.url!])
    expect(await download({ known: knownOf(files) })).toMatchObject({ status: 'unchanged' })
  })

  it('reports progress to the last byte', async () => {
    const seen: DownloadProgress[] = []
    await download({ onProgress: (p) => seen.push({ ...p }) })
    const done = seen.filter((p) => p.done)
    expect(done.map((p) => [p.file, p.bytes, p.bytes_total])).toEqual([
      ['sdn.csv', BODIES['/SDN.CSV']!.length, BODIES['/SDN.CSV']!.length],
      ['alt.csv', BODIES['/ALT.CSV']!.length, BODIES['/ALT.CSV']!.length],
    ])
  })

  it.each<[string, Answer, string]>([
    ['an error status', (_, response) => response.writeHead(503).end('x'), 'http_status'],
    ['a 304 nobody asked for', (_, response) => response.writeHead(304).end(), 'http_status'],
    ['a web page with status 200', (_, response) => response.end('<!DOCTYPE html><html><body>Maintenance</body></html>'), 'not_a_list'],
    [
      'a web page by its type',
      (request, response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(BODIES[request.url!]),
      'not_a_list',
    ],
    [
      'a packed answer, which may have been cut',
      (request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(BODIES[request.url!]!).subarray(0, -9)),
      'packed',
    ],
    [
      'an answer that ends where the connection does',
      (request) => request.socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${BODIES[request.url!]}`),
      'incomplete',
    ],
    ['an empty body', (_, response) => response.end(), 'incomplete'],
    ['a body too large by its header', (_, response) => response.writeHead(200, { 'content-length': 20_000 }).end('1'), 'too_large'],
    ['a body too large', (_, response) => response.end('1,'.repeat(10_000)), 'too_large'],
    [
      'another digest than stated',
      (request, response) => response.writeHead(200, { 'repr-digest': 'sha-256=:AAAA:' }).end(BODIES[request.url!]),
      'checksum',
    ],
    ['a broken connection', (request) => request.socket.destroy(), 'network'],
    [
      'a connection broken midway',
      (_, response) => {
        response.writeHead(200, { 'content-length': 500 }).write('1,"A')
        setImmediate(() => response.destroy())
      },
      'network',
    ],
  ])('refuses %s', async (_, broken, code) => {
    answer = broken
    await expect(download()).rejects.toMatchObject({ name: 'DownloadError', code })
  })

  it('gives up on a publisher that never ends', async () => {
    answer = (_, response) => void response.writeHead(200).write('1,')
    await expect(download({ timeoutMs: 150 })).rejects.toMatchObject({ code: 'timeout' })
  })

  it('a failing second file leaves nothing of the first', async () => {
    answer = (request, response) => (request.url === '/ALT.CSV' ? response.writeHead(500).end() : publisher(request, response))
    await expect(download()).rejects.toMatchObject({ code: 'http_status', url: `${base}/ALT.CSV` })
  })
})

describe('publishers', () => {
  it('every official list has its addresses, all https, with a cap', () => {
    for (const source of SANCTIONS_SOURCES) {
      expect(PUBLISHER_FILES[source].length).toBeGreaterThan(0)
      for (const { url, bytesMax } of PUBLISHER_FILES[source]) {
        expect(url).toMatch(/^https:\/\//)
        expect(bytesMax).toBeGreaterThan(0)
      }
    }
  })
})
