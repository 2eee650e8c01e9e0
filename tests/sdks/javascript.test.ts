import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CURRENT_VERSION, FIRST_VERSION } from '#core/kernel/versions.ts'
import { dispatchEvents } from '#core/record/webhooks/dispatch.ts'
import { runBulk } from '#core/screening/screenings/bulk/run.ts'
import { deliverDue } from '#core/upkeep/webhooks/deliver.ts'
import { staleJavascriptFiles } from '#tools/sdks/javascript.ts'
import * as sdk from '../../sdks/javascript/index.js'
import { startApi } from '../api/harness.ts'

const GOOD = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'
const LISTED = '0x5ea15ea15ea15ea15ea15ea15ea15ea100002001'

const run = promisify(execFile)
/** What npm says; it looks for nothing beyond this machine. */
const npm = async (args: string[], cwd: string) =>
  (await run('npm', args, { cwd, env: { ...process.env, npm_config_update_notifier: 'false' } })).stdout

let api: Awaited<ReturnType<typeof startApi>>
let product: ReturnType<typeof serve>
let front: Server
let apiKey: string
let client: sdk.Sealwright
/** What came through the front, and what it does to the next calls instead of passing the answer on. */
let seen: { method: string; url: string; headers: IncomingHttpHeaders }[] = []
let trouble: ('lose the answer' | 'refuse' | 'fail' | 'hang' | 'page' | 'move' | 'close for an hour')[] = []
/** Deliveries of webhooks come to the same server. */
let deliveries: { body: Buffer; headers: IncomingHttpHeaders }[] = []

async function bytesOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

beforeAll(async () => {
  api = await startApi({ WEBHOOK_ALLOW_PRIVATE: '1' })
  apiKey = (await api.makeKey('sandbox')).key
  product = await new Promise((done) => {
    const started = serve({ fetch: api.app.fetch, port: 0, hostname: '127.0.0.1' }, () => done(started))
  })
  const target = `http://127.0.0.1:${(product.address() as AddressInfo).port}`
  front = createServer(async (request, response) => {
    const body = await bytesOf(request)
    if (request.url === '/hook') {
      deliveries.push({ body, headers: request.headers })
      return response.end()
    }
    seen.push({ method: request.method!, url: request.url!, headers: request.headers })
    const now = trouble.shift()
    if (now === 'refuse') return response.writeHead(503, { 'retry-after': '0' }).end('<h1>Try later</h1>')
    if (now === 'fail') return response.writeHead(500, { 'retry-after': '0' }).end('{"code":"internal_error"}')
    if (now === 'page') return response.end('<h1>Welcome to the proxy</h1>')
    if (now === 'move') return response.writeHead(307, { location: '/hook' }).end()
    if (now === 'close for an hour') return response.writeHead(503, { 'retry-after': '3600' }).end('{"code":"maintenance"}')
    if (now === 'hang') return
    const answer = await fetch(target + request.url, {
      method: request.method!,
      headers: Object.entries(request.headers as Record<string, string>).filter(
        ([name]) => !/^(host|connection|transfer-encoding)$/.test(name),
      ),
      body: body.length ? body : undefined,
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (now === 'lose the answer') return request.socket.destroy()
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? '',
      'x-request-id': answer.headers.get('x-request-id') ?? '',
      ...(answer.headers.has('etag') && { etag: answer.headers.get('etag')! }),
    })
    response.end(bytes)
  })
  await new Promise<void>((done) => front.listen(0, '127.0.0.1', done))
  client = new sdk.Sealwright({ apiKey, baseUrl: `http://127.0.0.1:${(front.address() as AddressInfo).port}/` })
})
afterAll(async () => {
  front?.closeAllConnections()
  front?.close()
  product?.close()
  await api?.stop()
})

test('the generated resources are those of the API of today', async () => {
  expect(await staleJavascriptFiles()).toEqual([])
})

test('a call gives its typed answer, a refusal its class with everything a person needs', async () => {
  const input: sdk.GamingVerifyAgeInput = { wallet_address: GOOD, date_of_birth: '2000-01-01', jurisdiction: 'US' }
  const age = await client.gaming.verifyAge(input)
  const tier: '13+' | '18+' | '21+' | 'under_13' = age.age_tier
  expect([tier, age.decision.outcome]).toEqual(['21+', 'allow'])

  const { id } = await client.offerings.create({
    name: 'Shared',
    regulation: 'reg_d_506c',
    total_supply: 1000,
    price_per_token: '10',
    maximum_raise: '10000',
  })
  const ifMatch = sdk.etagOf(await client.offerings.get(id))!
  await client.offerings.update(id, { description: 'Newer words' }, { ifMatch })
  const late = await client.offerings.update(id, { description: 'Older words' }, { ifMatch }).catch((error: unknown) => error)
  expect(late).toBeInstanceOf(sdk.ConflictError)
  expect(late).toMatchObject({ status: 412, code: 'version_conflict' })

  const missing = await client.wallets.get('0x0000000000000000000000000000000000000bad').catch((error: unknown) => error)
  expect(missing).toBeInstanceOf(sdk.NotFoundError)
  expect(missing).toMatchObject({ status: 404, code: 'not_found', requestId: expect.stringMatching(/^req_/), detail: expect.any(String) })

  const wrong = await client.gaming.verifyAge({ wallet_address: 'nobody', jurisdiction: 'US' }).catch((error: unknown) => error)
  expect(wrong).toBeInstanceOf(sdk.ValidationError)
  expect((wrong as sdk.ValidationError).errors.map((field) => field.pointer)).toEqual(['/wallet_address'])

  const stranger = new sdk.Sealwright({
    apiKey: `sw_sandbox_${'0'.repeat(64)}`,
    baseUrl: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
  })
  await expect(stranger.keys.self()).rejects.toBeInstanceOf(sdk.AuthenticationError)
  expect(() => client.wallets.get('')).toThrow(TypeError)
})

test('an answer lost on the way is asked for again under one Idempotency-Key and the work is done once', async () => {
  seen = []
  trouble = ['lose the answer', 'refuse', 'fail']
  const made = await client.investors.create({
    full_name: 'Once Only',
    email: 'once@example.com',
    date_of_birth: '1980-02-29',
    country: 'US',
  })
  expect(seen.length).toBe(4)
  expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  const rows = await client.investors.list({ email: 'once@example.com' })
  expect(rows.data.map(({ id }) => id)).toEqual([made.id])

  // What may not be repeated is not: deleting twice would say that nothing was there.
  seen = []
  trouble = ['lose the answer']
  await expect(client.webhookEndpoints.delete('whk_none')).rejects.toBeInstanceOf(sdk.ConnectionError)
  trouble = ['fail']
  await expect(client.webhookEndpoints.delete('whk_none')).rejects.toBeInstanceOf(sdk.ServerError)
  expect(seen.length).toBe(2)
  trouble = ['refuse']
  await expect(client.keys.self({ maxRetries: 0 })).rejects.toMatchObject({ status: 503, code: 'http_503' })
  trouble = ['hang']
  await expect(client.keys.self({ maxRetries: 0, timeoutMs: 30 })).rejects.toBeInstanceOf(sdk.TimeoutError)
})

test('what is no answer of the service is not taken for one, and no call follows it elsewhere', async () => {
  trouble = ['page']
  await expect(client.keys.self({ maxRetries: 0 })).rejects.toBeInstanceOf(sdk.ConnectionError)
  deliveries = []
  trouble = ['move']
  const asked = client.wallets.verify({ wallet_address: GOOD, kyc_data: { full_name: 'Ada Example' } })
  await expect(asked).rejects.toMatchObject({ status: 307 })
  expect(deliveries).toEqual([])
  // Nobody is kept waiting for an hour, nor asks again before it is over.
  seen = []
  trouble = ['close for an hour']
  await expect(client.keys.self()).rejects.toMatchObject({ status: 503, code: 'maintenance' })
  expect(seen.length).toBe(1)
})

test('an error has what belongs to its code only', async () => {
  const person = { full_name: 'Known Already', email: 'known@example.com', date_of_birth: '1980-02-29', country: 'US' }
  const made = await client.investors.create(person)
  await expect(client.investors.create(person)).rejects.toMatchObject({
    code: 'investor_exists',
    docUrl: expect.stringContaining('/errors/investor_exists'),
    problem: { existing_id: made.id },
  })
})

test('options of one call: scenario, version, key, headers, signal', async () => {
  seen = []
  const denied = await client.defi.verifyWallet(
    { wallet_address: GOOD, protocol_name: 'Pool' },
    { scenario: 'sanctioned_address', idempotencyKey: 'mine-1', headers: { 'x-request-id': 'mine' }, sealwrightVersion: CURRENT_VERSION },
  )
  expect([denied.access_granted, denied.decision.outcome]).toEqual([false, 'deny'])
  expect(seen[0]!.headers).toMatchObject({
    'sandbox-scenario': 'sanctioned_address',
    'idempotency-key': 'mine-1',
    'x-request-id': 'mine',
    'sealwright-version': CURRENT_VERSION,
  })
  // A client is of the version it was made from, unless it says otherwise.
  seen = []
  await client.keys.self()
  await client.keys.self({ sealwrightVersion: FIRST_VERSION })
  expect(seen.map(({ headers }) => headers['sealwright-version'])).toEqual([CURRENT_VERSION, FIRST_VERSION])
  const reason = new Error('changed my mind')
  await expect(client.keys.self({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})

test('a denial is an answer, or where it is asked for an error with its decision', async () => {
  const body = { wallet_address: GOOD, protocol_name: 'Pool' }
  const refused = await client.defi.verifyWallet(body, { scenario: 'sanctioned_address', onDeny: 'error' }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(sdk.ComplianceDenied)
  expect(refused).toBeInstanceOf(sdk.PermissionError)
  const { decision, answer, requestId } = refused as sdk.ComplianceDenied
  expect(decision.outcome).toBe('deny')
  expect(decision.reason_codes).not.toEqual([])
  expect(answer).toMatchObject({ access_granted: false, decision: { id: decision.id } })
  expect(requestId).toMatch(/^req_/)

  const strict = new sdk.Sealwright({ apiKey, baseUrl: `http://127.0.0.1:${(front.address() as AddressInfo).port}`, onDeny: 'error' })
  await expect(strict.defi.verifyWallet(body, { scenario: 'sanctioned_address' })).rejects.toBeInstanceOf(sdk.ComplianceDenied)
  expect((await strict.defi.verifyWallet(body, { scenario: 'sanctioned_address', onDeny: 'answer' })).access_granted).toBe(false)
  // What decides nothing is not asked to deny.
  seen = []
  await strict.wallets.challenge({ wallet_address: GOOD })
  expect(seen[0]!.url).toBe('/api/v1/wallets/challenge')

  const short = await client.wallets.verify({ wallet_address: GOOD })
  const long = await client.wallets.verify({ wallet_address: GOOD }, { expand: ['decision.rules'] })
  expect(long.decision.rules.length).toBeGreaterThan(short.decision.rules.length)
})

test('a call tells what came beside its answer, each try and its span', async () => {
  const tries: sdk.LogEntry[] = []
  const spans: { name: string; told: Record<string, unknown>; status?: unknown; ended: number }[] = []
  const tracer: sdk.Tracer = {
    startSpan(name, options) {
      const span = { name, told: { ...options?.attributes } as Record<string, unknown>, ended: 0 } as (typeof spans)[number]
      spans.push(span)
      return {
        spanContext: () => ({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 }),
        setAttribute: (key, value) => (span.told[key] = value),
        setStatus: (status) => (span.status = status),
        recordException: (error) => (span.told.exception = error.name),
        end: () => span.ended++,
      }
    },
  }
  const told = new sdk.Sealwright({
    apiKey,
    baseUrl: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    tracer,
    log(entry) {
      tries.push(entry)
      throw new Error('a hook that fails')
    },
  })
  seen = []
  trouble = ['refuse']
  const { data, status, requestId, text, attempts } = await told.wallets.status(GOOD).withResponse()
  expect([status, attempts, JSON.parse(text)]).toEqual([200, 2, data])
  expect(requestId).toMatch(/^req_/)
  expect(sdk.requestIdOf(data)).toBe(requestId)
  expect(tries).toMatchObject([
    { call: 'wallets.status', method: 'GET', attempt: 1, status: 503, error: 'http_503', retryInMs: expect.any(Number) },
    { call: 'wallets.status', attempt: 2, status: 200, error: null, requestId, retryInMs: null },
  ])
  expect(seen.map(({ headers }) => headers.traceparent)).toEqual(Array(2).fill(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`))
  await told.offerings.get('off_none').catch(() => {})
  expect(spans).toMatchObject([
    {
      name: 'sealwright wallets.status',
      ended: 1,
      told: {
        'http.request.method': 'GET',
        'http.response.status_code': 200,
        'http.request.resend_count': 1,
        'sealwright.request_id': requestId,
      },
    },
    {
      name: 'sealwright offerings.get',
      ended: 1,
      status: { code: 2 },
      told: { 'http.response.status_code': 404, 'error.type': 'not_found' },
    },
  ])
  // Nothing of whom a call is about, and no key.
  expect(JSON.stringify([tries, spans])).not.toMatch(new RegExp(`${GOOD.slice(-6)}|sw_sandbox`))
})

test('what the service signed is verified offline, with the age of what was read', async () => {
  const baseUrl = `http://127.0.0.1:${(product.address() as AddressInfo).port}`
  const { credential } = await client.wallets.verify({
    wallet_address: GOOD,
    kyc_data: { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' },
  })
  const { credential: vc } = await client.credentials.vc(credential!.id)
  const document = await (await fetch(`${baseUrl}/sandbox/did.json`)).json()
  const issuer = sdk.readIssuer(document, 'http://localhost:3000', 'sandbox')
  // The sandbox of this test says that it is at port 3000, so what it publishes is fetched from where it is.
  const here: typeof fetch = (url, init) => fetch(String(url).replace('http://localhost:3000', baseUrl), init)
  const statusLists = await sdk.fetchStatusLists(vc, issuer, { fetch: here })
  const known = { issuer, wallet: GOOD, statusLists }
  const verified = await sdk.verifyCredential(vc, known)
  expect([verified.level, verified.id]).toEqual(['basic', credential!.id])
  expect(verified.statusAgeSeconds).toBeLessThan(300)
  const later = sdk.verifyCredential(vc, { ...known, now: new Date(Date.now() + 1_000_000) })
  await expect(later).rejects.toMatchObject({ code: 'status_stale', outcome: 'unknown' })
  await expect(sdk.verifyCredential(vc, { ...known, wallet: LISTED })).rejects.toBeInstanceOf(sdk.VerificationError)

  const { decision } = await client.sanctions.check({ wallet_address: GOOD }).then((one) => one as sdk.SanctionsCheck)
  const answer = await client.decisions.receipt(decision.id)
  const keys = await sdk.fetchLogKeys(baseUrl)
  expect(await sdk.verifyReceipt(answer, { keys, decisionId: decision.id })).toMatchObject({ subject: { id: decision.id } })
  await expect(sdk.verifyReceipt(answer, { keys, decisionId: 'dec_other' })).rejects.toMatchObject({ code: 'wrong_subject' })
})

test('the package is built, installs from the built file without a network and runs there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-package-'))
  try {
    const source = join(import.meta.dirname, '../../sdks/javascript')
    const [packed] = JSON.parse(await npm(['pack', '--json', '--pack-destination', folder], source)) as [
      { filename: string; files: { path: string }[] },
    ]
    expect(packed.files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['LICENSE', 'NOTICE', 'CHANGELOG.md', 'README.md', 'index.js', 'index.d.ts']),
    )
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
    await npm(['install', '--offline', '--no-audit', '--no-fund', `./${packed.filename}`], folder)
    const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string }
    const program = `import { ComplianceDenied, Sealwright, VERSION } from '@sealwright/sdk'
const client = new Sealwright({ apiKey: process.env.KEY, baseUrl: process.env.URL })
const denied = await client.sanctions.check({ wallet_address: '${LISTED}' }, { onDeny: 'error' }).catch((error) => error)
console.log(VERSION, denied instanceof ComplianceDenied, denied.decision.outcome)`
    const env = { ...process.env, KEY: apiKey, URL: `http://127.0.0.1:${(front.address() as AddressInfo).port}` }
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: folder, env })
    expect(stdout.trim()).toBe(`${version} true deny`)
    expect(readFileSync(join(source, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the first program of the README runs as it stands there', async () => {
  const readme = readFileSync(join(import.meta.dirname, '../../sdks/javascript/README.md'), 'utf8')
  const [program] = readme.match(/(?<=```js\n)import \{ ComplianceDenied.*?(?=```)/s)!
  const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
  const here = program.replace("'@sealwright/sdk'", JSON.stringify(new URL('../../sdks/javascript/index.js', import.meta.url).href))
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', here], {
    env: { ...process.env, SEALWRIGHT_KEY: apiKey, SEALWRIGHT_URL: url },
  })
  expect(stdout).toMatch(/^allow\n\[.*'.+'.*\]\n$/s)
})

test('a list is its first page when awaited and every row when iterated', async () => {
  for (const n of [1, 2, 3, 4, 5])
    await client.investors.create({ full_name: `Row ${n}`, email: `row${n}@example.com`, date_of_birth: '1980-02-29', country: 'LI' })
  const first = await client.investors.list({ country: 'LI', limit: 2 })
  // E16 … and has what every promise has.
  const told: unknown[] = []
  const again = client.investors.list({ country: 'LI', limit: 2 })
  expect((await again.finally(() => told.push('ended'))).data).toEqual(first.data)
  told.push(await client.investors.list({ limit: -1 }).catch((error: { status: number }) => error.status))
  expect(told).toEqual(['ended', 422])
  expect([first.data.length, first.has_more]).toEqual([2, true])
  seen = []
  const names: string[] = []
  for await (const row of client.investors.list({ country: 'LI', limit: 2 })) names.push(row.full_name as string)
  expect(names.sort()).toEqual(['Row 1', 'Row 2', 'Row 3', 'Row 4', 'Row 5'])
  expect(seen.length).toBe(3)
  const sizes: number[] = []
  for await (const { data } of client.investors.list({ country: 'LI', limit: 2 }).pages()) sizes.push(data.length)
  expect(sizes).toEqual([2, 2, 1])
})

test('a file is sent and fetched as a stream', async () => {
  const lines = new Blob([`{"id":"1","wallet_address":"${LISTED}"}\n{"id":"2","wallet_address":"${GOOD}"}\n`])
  const job = await client.sanctions.bulk.create(lines.stream(), {}, { contentType: 'application/x-ndjson' })
  expect(job).toMatchObject({ id: expect.stringMatching(/^blk_/) })
  expect((await client.sanctions.bulk.list()).data.map(({ id }) => id)).toEqual([job.id])
  await expect(client.sanctions.bulk.results(job.id)).rejects.toBeInstanceOf(sdk.ConflictError)
  while (await runBulk(api.services));
  const results = await client.sanctions.bulk.results(job.id, { format: 'csv' })
  expect(results.headers.get('content-type')).toContain('text/csv')
  let text = ''
  for await (const piece of results.body!.pipeThrough(new TextDecoderStream())) text += piece
  expect(text.trim().split('\n').slice(1)).toEqual([expect.stringContaining(LISTED.slice(-4)), expect.stringContaining(GOOD.slice(-4))])
})

test('a delivery is proved with the secret, an old secret or the public key; a changed one is refused', async () => {
  const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}/hook`
  const hook = await client.webhookEndpoints.create({ url, event_types: ['wallet.verified'] })
  deliveries = []
  await client.sandbox.trigger({ type: 'wallet.verified', object: { note: 'Grüße' } })
  while (await dispatchEvents(api.services));
  while (await deliverDue(api.services));
  expect(deliveries.length).toBe(1)
  const [{ body, headers }] = deliveries as [(typeof deliveries)[number]]
  const secret = hook.secret!
  const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const event = await sdk.verifyWebhook({ payload: body, headers, secret })
  expect(event.type === 'wallet.verified' && event.data.object).toMatchObject({ note: 'Grüße' })
  expect(event).toEqual(new Webhook(secret).verify(body.toString(), headers as Record<string, string>))

  const { keys } = (await api.call('GET', '/.well-known/webhook-keys.json')).body as { keys: { environment: string; whpk: string }[] }
  const whpk = keys.find(({ environment }) => environment === 'sandbox')!.whpk
  const asWeb = new Headers(headers as Record<string, string>)
  for (const good of [[other, secret], whpk, [whpk]])
    expect(await sdk.verifyWebhook({ payload: body.toString(), headers: asWeb, secret: good })).toEqual(event)

  const changed = Buffer.from(body)
  changed[changed.length - 2]! ^= 1
  const late = Date.now() + 301_000
  for (const bad of [
    { payload: changed, headers, secret },
    { payload: changed, headers, secret: whpk },
    { payload: body, headers, secret: other },
    { payload: body, headers, secret, now: late },
    { payload: body, headers: { ...headers, 'webhook-signature': 'v1,AAAA v2 v1,*' }, secret },
    { payload: body, headers: {}, secret },
    // A setting that could not be read lets nothing old in.
    { payload: body, headers, secret, now: late, toleranceSeconds: Number.NaN },
  ])
    await expect(sdk.verifyWebhook(bad)).rejects.toBeInstanceOf(sdk.WebhookVerificationError)
  expect(await sdk.verifyWebhook({ payload: body, headers, secret, now: late, toleranceSeconds: 600 })).toEqual(event)
  await expect(sdk.verifyWebhook({ payload: JSON.parse(body.toString()), headers, secret })).rejects.toThrow('raw body')
})
