import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readHeader, readRows } from '#core/screening/screenings/bulk/rows.ts'
import { forgetOldBulk, runBulk } from '#core/screening/screenings/bulk/run.ts'
import { fieldsOf, RecordSplitter, recordsOf } from '#core/screening/screenings/bulk/split.ts'
import { bulkParts, bulkScreenings, events } from '#db/schema.ts'
import { startApi } from './harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(async () => {
  await api?.services.screening.close()
  await api?.stop()
})

const upload = (text: string | Uint8Array, query = '', type = 'text/csv', headers: Record<string, string> = {}) =>
  api.call('POST', `/v1/sanctions/bulk${query}`, text as string, key, { 'content-type': type, ...headers })
const get = async (path: string) => {
  const response = await api.app.request(path, { headers: { authorization: `Bearer ${key}` } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const work = async () => {
  while (await runBulk(api.services)) {}
}

describe('a file of names', () => {
  test('is screened record by record; bad records are named with line and reason; results are safe to open', async () => {
    const rows = [
      'Reference;Name;DOB;Country;Wallet',
      'c1;Mallory Sanctioned;1970-01-01;;',
      'c2;Mallory Sanctioned;1991;US;',
      '"c3";"Nobody ""Quoted""\nTwo-Lines";;;',
      '=HYPERLINK("http://x");Harmless Person;;IR;',
      'c5;;;;0x5EA15EA15EA15EA15EA15EA15EA15EA100002001',
      'c6;Only Three;1980',
      'c7;Bad Date;03/12/1980;;',
      '',
      'c8;;;;',
      'c9;Ünï Çödé;;DE;',
    ]
    const made = await upload(`\ufeff${rows.join('\r\n')}`, '?file_name=customers.csv&threshold=0.8')
    expect(made.status, made.text).toBe(202)
    expect(made.body).toMatchObject({ status: 'queued', total: 9, done: 0, format: 'csv', file_name: 'customers.csv', threshold: 0.8 })
    const { id } = made.body
    expect((await get(`/v1/sanctions/bulk/${id}/results`)).status).toBe(409)
    const stored = await api.services.connection.db.select().from(bulkParts).where(eq(bulkParts.bulk_id, id))
    expect(Buffer.from(stored[0]!.input_sealed).toString('latin1')).not.toContain('Mallory')
    await work()

    const done = JSON.parse((await get(`/v1/sanctions/bulk/${id}`)).text)
    expect(done).toMatchObject({ status: 'completed', done: 9, hit: 2, possible_match: 1, clear: 3, invalid: 3, progress: 1 })
    expect(done.problems).toEqual([
      { line: 8, reason: '3 fields where the header has 5: separate empty fields too' },
      { line: 9, reason: expect.stringContaining('write the one that is meant') },
      { line: 11, reason: 'a full_name or a wallet_address is needed' },
    ])
    expect(done.lists).toEqual([{ source: 'sandbox_sample', version: expect.any(String) }])
    const jsonl = (await get(`/v1/sanctions/bulk/${id}/results?format=jsonl`)).text.trim().split('\n')
    const results = jsonl.map((line) => JSON.parse(line))
    expect(results.map((r) => r.status)).toEqual([
      'hit',
      'possible_match',
      'clear',
      'clear',
      'hit',
      'invalid',
      'invalid',
      'invalid',
      'clear',
    ])
    expect(results[2]).toMatchObject({ line: 4, reference: 'c3', full_name: 'Nobody "Quoted" Two-Lines' })
    const csv = await get(`/v1/sanctions/bulk/${id}/results?only=found`)
    expect(csv.headers.get('content-type')).toContain('text/csv')
    expect(csv.headers.get('content-disposition')).toContain(`${id}-results.csv`)
    // L1: a clear name in an embargoed country is found too.
    expect(results.map((r) => r.embargoed)).toEqual([null, false, null, true, null, undefined, undefined, undefined, false])
    expect(csv.text.split('\r\n')).toHaveLength(6)
    expect((await get(`/v1/sanctions/bulk/${id}/results`)).text).toContain(`"'=HYPERLINK(""http://x"")"`)
    const told = await api.services.connection.db.select().from(events).where(eq(events.resource_id, id))
    expect(told).toMatchObject([{ type: 'sanctions.bulk.completed', object: { hit: 2, possible_match: 1, invalid: 3 } }])

    // A single check says the same.
    const single = await api.call('POST', '/v1/sanctions/check', { full_name: 'Mallory Sanctioned', date_of_birth: '1970-01-01' }, key)
    expect(results[0].matches[0].score).toBe(single.body.matches[0].score)

    await api.services.connection.db
      .update(bulkScreenings)
      .set({ updated_at: new Date(0) })
      .where(eq(bulkScreenings.id, id))
    await forgetOldBulk(api.services)
    expect((await get(`/v1/sanctions/bulk/${id}/results`)).status).toBe(404)
    expect((await get(`/v1/sanctions/bulk/${id}`)).status).toBe(200)
  })

  test('is cut into pieces; two workers share them without losing or repeating a record', async () => {
    const names = Array.from({ length: 3_500 }, (_, i) => (i % 500 === 7 ? 'Mallory Sanctioned' : `Person Number${i}`))
    const text = names.map((full_name, i) => JSON.stringify({ reference: i, full_name })).join('\n')
    const { body } = await upload(text, '', 'application/x-ndjson')
    expect(body).toMatchObject({ total: 3_500, format: 'jsonl' })
    await Promise.all([work(), work()])
    await work()
    const { text: out } = await get(`/v1/sanctions/bulk/${body.id}/results?format=jsonl`)
    const results = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(results.map((r) => r.reference)).toEqual(names.map((_, i) => String(i)))
    expect(results.map((r) => r.line)).toEqual(names.map((_, i) => i + 1))
    expect(results.filter((r) => r.status !== 'clear').map((r) => Number(r.reference) % 500)).toEqual(Array(7).fill(7))
    expect(JSON.parse((await get(`/v1/sanctions/bulk/${body.id}`)).text)).toMatchObject({ done: 3_500, possible_match: 7 })
  })

  test('can be cancelled, which destroys it; the same key and file is the same job', async () => {
    const first = await upload('full_name\nAda Example\n', '', 'text/csv', { 'idempotency-key': 'bulk-1' })
    const again = await upload('full_name\nAda Example\n', '', 'text/csv', { 'idempotency-key': 'bulk-1' })
    expect(again.body.id).toBe(first.body.id)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const other = await upload('full_name\nBob Example\n', '', 'text/csv', { 'idempotency-key': 'bulk-1' })
    expect(other.body.code).toBe('idempotency_key_reused')
    const { id } = first.body
    expect((await api.call('POST', `/v1/sanctions/bulk/${id}/cancel`, {}, key)).body.status).toBe('cancelled')
    expect((await api.call('POST', `/v1/sanctions/bulk/${id}/cancel`, {}, key)).body.code).toBe('invalid_transition')
    expect(await api.services.connection.db.select().from(bulkParts).where(eq(bulkParts.bulk_id, id))).toEqual([])
    expect((await get('/v1/sanctions/bulk')).text).not.toContain('uploading')
    const production = (await api.makeKey('production')).key
    expect((await api.call('GET', `/v1/sanctions/bulk/${id}`, undefined, production)).status).toBe(404)
  })

  test.each([
    ['a header without names', 'a,b\n1,2\n', 'text/csv', 422, 'header_required'],
    ['no records', 'full_name\n\n', 'text/csv', 422, 'required'],
    ['nothing', '', 'text/csv', 422, 'required'],
    ['a quote that does not close', `full_name\n"Ada\n${'x\n'.repeat(20_000)}`, 'text/csv', 422, 'invalid_record'],
    ['a record without end', `{"full_name":"${'x'.repeat(20_000)}"}`, 'application/x-ndjson', 422, 'invalid_record'],
    ['another kind of file', '%PDF-1.7', 'application/pdf', 415, null],
  ])('%s is refused whole', async (_, text, type, status, code) => {
    const before = await api.services.connection.db.select({ id: bulkScreenings.id }).from(bulkScreenings)
    const got = await upload(text, '', type)
    expect(got.status, got.text).toBe(status)
    if (code) expect(got.body.errors[0].code).toBe(code)
    expect(await api.services.connection.db.select({ id: bulkScreenings.id }).from(bulkScreenings)).toEqual(before)
  })
})

test('cutting a file anywhere gives the same records', () => {
  const text = 'a,"b ""q"", x\ny",c\r\n\n"",5" pipe,z\r\nplain,1,2'
  const bytes = Buffer.from(text)
  for (let size = 1; size <= bytes.length; size++) {
    const splitter = new RecordSplitter(',')
    const pieces = []
    for (let at = 0; at < bytes.length; at += size) pieces.push(...splitter.push(bytes.subarray(at, at + size)))
    pieces.push(splitter.end()!)
    expect(pieces.map((p) => [p.records, Buffer.from(p.bytes).toString()])).toEqual([[3, text]])
  }
  const records = recordsOf(text, ',', 10)
  expect(records.map((r) => r.line)).toEqual([10, 13, 14])
  expect(records.map((r) => fieldsOf(r.text, ','))).toEqual([
    ['a', 'b "q", x\ny', 'c'],
    ['', '5" pipe', 'z'],
    ['plain', '1', '2'],
  ])
  const bad = [...readRows(Buffer.from([0x41, 0xff, 0x0a]), { format: 'csv', columns: ['full_name'], firstLine: 1 })]
  expect(bad).toMatchObject([{ line: 1, problem: expect.stringContaining('not valid UTF-8') }])
})

test('what files say in ways of their own is read where only one reading is possible; else the line says what to mend', () => {
  const titles = 'Name,DOB,Nationality,Type,Wallet,Address'
  const columns = readHeader(titles)!.columns
  const read = (line: string) => {
    const [row] = readRows(Buffer.from(line), { format: 'csv', columns, firstLine: 1 })
    return row!.problem ?? row!.subject
  }
  const born = (text: string) => (read(`Ada,"${text}"`.concat(',,,,')) as { date_of_birth?: string }).date_of_birth
  expect(
    ['1960-05-17', '1960/5/17', '19600517', '17.5.1960', '05.06.1960', '17/05/1960', '5-17-1960', '17 May 1960', 'May 17, 1960'].map(born),
  ).toEqual([...Array(4).fill('1960-05-17'), '1960-06-05', ...Array(4).fill('1960-05-17')])
  expect(['1960-05-17T00:00:00Z', '1960-05-00', '1960-00-00', '00/00/1960', 'c. 1960', 'May 1960', '0000-00-00', 'n/a'].map(born)).toEqual([
    '1960-05-17',
    '1960-05',
    '1960',
    '1960',
    '1960',
    '1960-05',
    undefined,
    undefined,
  ])
  for (const [text, mend] of [
    ['05/06/1960', '1960-05-06 and as 1960-06-05'],
    ['1960-02-30', 'no day of the calendar'],
    ['1900-01-01', 'leave it empty where it is not known'],
    ['2199-01-01', 'in the future'],
    ['27395', 'write YYYY-MM-DD'],
  ] as const)
    expect(read(`Ada,${text},,,,`), text).toContain(mend)
  const showing = '13/01/1990,,\nB,14/01/1990,,\nC,15/01/1990,,\nD,'
  const births = (lines: string) =>
    [...readRows(Buffer.from(lines), { format: 'csv', columns: ['full_name', 'date_of_birth', null, null], firstLine: 1 })].map(
      ({ subject }) => subject?.date_of_birth ?? null,
    )
  expect(births(`A,${showing}05/06/1960,,`).at(-1)).toBe('1960-06-05')
  expect(births(`A,${showing.replaceAll(/(\d\d)\/01/g, '01/$1')}05/06/1960,,`).at(-1)).toBe('1960-05-06')
  expect(births(`A,${showing}05/06/1960,,\nE,05/16/1960,,`)).toEqual(['1990-01-13', '1990-01-14', '1990-01-15', null, '1960-05-16'])
  expect(read('Ada,,RUS,Individual,,"12 Main Street, Springfield"')).toEqual({
    full_name: 'Ada',
    country: 'RU',
    entity_type: 'person',
    addresses: [{ line1: '12 Main Street, Springfield' }],
  })
  expect(read('Ada,,N/A,Trust,,Berlin,,')).toEqual({ full_name: 'Ada', entity_type: 'any', addresses: [{ line1: 'Berlin' }] })
  expect(read('Ada,,Soviet Union,,,')).toContain('use two letters such as US, or leave it empty')
  expect(read('\u200fعلی\u200cرضا\u0000 رجبی\u202c,,,,,')).toEqual({ full_name: 'علی\u200cرضا رجبی' })
  expect(read(`${'x'.repeat(400)},,,,,`)).toMatchObject({ full_name: 'x'.repeat(400) })
  expect(read(`${'x'.repeat(401)},,,,,`)).toContain('401 characters, at most 400')
  expect(read(',,,,bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT,')).toEqual({ wallet_address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' })
  expect(read('Ada,,,,1Boat,')).toContain('not an address of a chain we know. Correct it')
  expect(read('Ada,,,,,1BoatSLRHtKNngkdXEeobR76b53LETtpyT')).toMatchObject({ wallet_address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' })
  expect(read('Petrov, Ivan,,,,,x')).toContain('put a field that contains a separator in quotes')
  const json = (value: unknown) => [...readRows(Buffer.from(JSON.stringify(value)), { format: 'jsonl', columns: null, firstLine: 1 })][0]!
  expect(json({ Name: 'Ada', id: 7, dob: 1960 })).toEqual({
    line: 1,
    reference: '7',
    subject: { full_name: 'Ada', date_of_birth: '1960' },
    problem: null,
  })
  expect(json({ full_name: ['Ada'] }).problem).toContain('must be a text, not a list')
})
