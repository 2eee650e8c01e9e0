import { execFile, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { magicWallet } from '#screening/sandbox-sample.ts'
import { standInsMade, writeExamples, writeKit, writePython } from '#tools/sdks/testing.ts'
import * as sdk from '../../sdks/javascript/index.js'
import { startApi } from '../api/harness.ts'
import { hasPython, pythonPath } from './python.ts'
import { CALLS } from './testing-calls.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'sealwright-kit-'))
const kitFolder = join(folder, 'testing')
const packages = process.env.PACKAGES === '1'

type Kits = typeof import('#tools/sdks/testing/kit.ts')
type Webhooks = Pick<typeof import('../../sdks/testing/index.js'), 'createWebhooks' | 'eventTypes' | 'exampleEvent'>
type Cassettes = Pick<typeof import('../../sdks/testing/index.js'), 'createCassette'>
const load = <M>(name: string): Promise<M> => import(join(kitFolder, name)) as Promise<M>

beforeAll(async () => {
  cpSync(join(root, 'sdks/testing'), kitFolder, { recursive: true, filter: (path) => !/generated|types|NOTICE/.test(path) })
  writeExamples(kitFolder)
  if (!packages) return
  mkdirSync(join(kitFolder, 'types'))
  await writeKit(kitFolder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ADA = { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US', email: 'ada@example.com' }
const verify = { wallet_address: magicWallet('0002'), kyc_data: ADA }

test('everything of the product that the kit stands in for is still there', () => {
  expect(standInsMade().length).toBeGreaterThan(40)
})

test('a receiver believes what the kit signed, by either key, and nothing that was changed, is old or was signed by another', async () => {
  const { createWebhooks, eventTypes, exampleEvent } = await load<Webhooks>('webhooks.js')
  const [hooks, other] = [await createWebhooks(), await createWebhooks()]
  const believed = async (secret: string, delivery: { payload: string; headers: Record<string, string> }) =>
    sdk.verifyWebhook({ ...delivery, secret }).then(
      (event) => (event as { id: string }).id,
      (error: unknown) => error instanceof sdk.WebhookVerificationError && 'refused',
    )
  const event = exampleEvent('transaction.denied', { id: 'txn_of_a_test' }, { id: 'evt_of_a_test' })
  expect(event.data.object.id).toBe('txn_of_a_test')
  for (const only of [undefined, 'v1', 'v1a'] as const)
    for (const [secret, kind] of [
      [hooks.secret, 'v1'],
      [hooks.publicKey, 'v1a'],
    ] as const) {
      const signedSo = only === undefined || only === kind
      expect(await believed(secret, await hooks.deliver(event, only ? { only } : {}))).toBe(signedSo ? 'evt_of_a_test' : 'refused')
      expect(await believed(secret, await hooks.deliver(event, { ...(only && { only }), tamper: true }))).toBe('refused')
    }
  expect(await believed(other.secret, await hooks.deliver(event))).toBe('refused')
  expect(await believed(hooks.secret, await hooks.deliver(event, { at: Date.now() - 600_000 }))).toBe('refused')
  expect(eventTypes.length).toBeGreaterThan(60)
  expect(() => exampleEvent('nothing.happened')).toThrow(RangeError)
})

describe('cassettes', () => {
  const served = async (request: Request) => {
    const { kyc_data } = (await request.json()) as { kyc_data: { full_name: string } }
    const said = {
      verified: true,
      holder: { full_name: kyc_data.full_name },
      secret: 'whsec_c2VjcmV0',
      note: `mail ${ADA.email} or sw_sandbox_abc`,
    }
    return Response.json(said, { headers: { 'x-request-id': 'req_1', 'set-cookie': 'session=1' } })
  }
  const ask = (fetch: (url: string, init: RequestInit) => Promise<Response>, body: object, key = 'sw_sandbox_of_a_test') =>
    fetch('http://sandbox.test/api/v1/wallets/verify', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${key}` },
    })

  test('hold no secret and nothing personal, and answer the same call again, and no other', async () => {
    const { createCassette } = await load<Cassettes>('cassettes.js')
    const recording = createCassette({ record: true, fetch: (input) => served(new Request(input)) })
    expect(await (await ask(recording.fetch, verify)).json()).toMatchObject({ holder: { full_name: 'Ada Example' } })
    const kept = JSON.stringify(recording.toJSON())
    for (const secret of ['Ada', '1990', 'ada@', 'sw_sandbox', 'whsec_', 'session']) expect(kept).not.toContain(secret)

    const playing = createCassette({ tape: recording.toJSON() })
    const somebody = await ask(playing.fetch, { ...verify, kyc_data: { ...ADA, full_name: 'Somebody Else' } })
    expect([somebody.status, await somebody.json()]).toEqual([
      501,
      expect.objectContaining({ code: 'not_on_cassette', detail: expect.stringContaining('POST /api/v1/wallets/verify is not recorded') }),
    ])
    expect(playing.unused()).toEqual(['POST /api/v1/wallets/verify'])
    // Fields may come in another order, and the key may be another one.
    const again = await ask(playing.fetch, { kyc_data: { ...ADA }, wallet_address: verify.wallet_address }, 'sw_sandbox_another')
    expect([again.status, again.headers.get('x-request-id'), (await again.json()).verified]).toEqual([200, 'req_1', true])
    expect((await (await ask(playing.fetch, verify)).json()).detail).toContain('was recorded once and has been answered')
    playing.rewind()
    expect((await ask(playing.fetch, verify)).status).toBe(200)
  })

  test('are not recorded with a key of production', async () => {
    const { createCassette } = await load<Cassettes>('cassettes.js')
    const recording = createCassette({ record: true, fetch: (input) => served(new Request(input)) })
    await expect(ask(recording.fetch, verify, 'sw_production_of_a_test')).rejects.toThrow('key of production')
    expect(recording.toJSON().calls).toEqual([])
  })
})

type Body = Record<string, unknown> & { decision?: Decision; id?: string }
interface Decision {
  outcome: string
  reason_codes: string[]
  missing: string[]
  rules: { code: string; version: number; result: string; message: string | null }[]
  facts_used: { path: string; source: string }[]
  counterfactuals: unknown[]
}

/** What names an object, a moment of its making or a key of the service: its own on each side. */
const OWN = /^(id|wallet_id|public_url|authorization|matches|demoted|lists|request_id|type|doc_url|existing_id|data_age_seconds)$|_at$/

/** What an integrator reads of an answer. */
function read({ decision, ...body }: Body): Record<string, unknown> {
  const rest = Object.entries(body).filter(([name]) => !OWN.test(name))
  return {
    ...Object.fromEntries(
      rest.map(([name, value]) => [
        name,
        name === 'results' ? (value as Body[]).map(read) : name === 'credential' ? ofCredential(value) : value,
      ]),
    ),
    decision: decision && {
      outcome: decision.outcome,
      reason_codes: decision.reason_codes,
      missing: decision.missing,
      rules: decision.rules.map(({ code, version, result, message }) => ({ code, version, result, message })),
      facts_used: decision.facts_used.map(({ path, source }) => `${path} ${source}`),
      counterfactuals: decision.counterfactuals,
    },
  }
}
const ofCredential = (value: unknown) => {
  const { level, state, control, reused, source } = (value ?? {}) as Body
  return { level, state, control, reused, source }
}

describe.runIf(packages)('the kit', () => {
  test('answers every call as the product does, or refuses it', async () => {
    const { createKit } = await load<Kits>('kit.generated.js')
    const kit = createKit()
    const api = await startApi()
    try {
      const { key } = await api.makeKey('sandbox')
      // Both stand at one moment, so that sentences name the same times.
      const clock = { set: kit.clock.now().toISOString() }
      expect((await api.call('POST', '/v1/sandbox/clock', clock, key)).status).toBe(200)
      for (const [path, body] of CALLS) {
        const product = await api.call('POST', `/v1${path}`, body, key)
        const answer = await kit.fetch(`${kit.baseUrl}/api/v1${path}`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { authorization: `Bearer ${kit.apiKey}`, 'content-type': 'application/json' },
        })
        const about = `${path} ${JSON.stringify(body)}`
        expect({ answered: answer.status, ...read((await answer.json()) as Body) }, about).toEqual({
          answered: product.status,
          ...read(product.body),
        })
      }
    } finally {
      await api.stop()
    }
  })

  test('says what it does not answer, and makes nothing up', async () => {
    const { createKit } = await load<Kits>('kit.generated.js')
    const kit = createKit()
    const client = new sdk.Sealwright({ apiKey: kit.apiKey, baseUrl: kit.baseUrl, fetch: kit.fetch as typeof fetch, maxRetries: 0 })
    const W = magicWallet('0002')
    const asked: [Promise<unknown>, string][] = [
      [Promise.resolve(client.investors.create({ full_name: 'Ada Example', email: 'ada@example.com' })), 'POST /investors'],
      [Promise.resolve(client.wallets.list()), 'GET /wallets'],
      [Promise.resolve(client.sanctions.check({ wallet_address: W, monitor: true })), 'monitoring'],
      [Promise.resolve(client.sanctions.check({ wallet_address: W, as_of: '2026-11-01' })), 'lists of the past'],
      [Promise.resolve(client.transactions.create({ type: 'mint', to_address: W, amount: '5', currency: 'USDC' })), 'coins'],
    ]
    for (const [call, what] of asked) {
      const error = await call.catch((one: unknown) => one)
      expect(error).toMatchObject({ status: 501, code: 'not_in_test_kit', detail: expect.stringContaining(what) })
    }
    await expect(client.sanctions.check({ wallet_address: W }, { scenario: 'rate_limited', maxRetries: 0 })).rejects.toMatchObject({
      status: 429,
    })
    const stranger = new sdk.Sealwright({ apiKey: 'sw_production_x', baseUrl: kit.baseUrl, fetch: kit.fetch as typeof fetch })
    await expect(stranger.wallets.get(W)).rejects.toBeInstanceOf(sdk.AuthenticationError)
    expect((await client.wallets.get(W).catch((one: unknown) => one)) as object).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('is one file without imports, below 700 KB compressed, and runs where there is no Node', async () => {
    const code = readFileSync(join(kitFolder, 'kit.generated.js'), 'utf8')
    // Whether it has imports is asked when it is made; here, whether it asks for anything later.
    expect(/\bimport\(|\brequire\(|["'`]node:|(?<![.\w$])Buffer\./.exec(code)?.[0]).toBeUndefined()
    expect(gzipSync(code, { level: 9 }).length).toBeLessThan(700_000)
    const program = `delete globalThis.process
const { createKit, walletOf } = await import(${JSON.stringify(join(kitFolder, 'index.js'))})
const kit = createKit()
const ask = async (path, body) => (await (await kit.fetch(kit.baseUrl + '/v1' + path, { method: 'POST', body: JSON.stringify(body), headers: { authorization: 'Bearer ' + kit.apiKey } })).json())
const paid = await ask('/transactions', { type: 'payment', from_address: walletOf('0001'), to_address: walletOf('2001', 'solana'), amount: '5', currency: 'USDC' })
const named = await ask('/sanctions/check', { full_name: 'Mallory Sanctioned', date_of_birth: '1970-01-01' })
const moved = await ask('/transactions', { type: 'transfer', from_address: walletOf('3005'), to_address: walletOf('3001'), quantity: '5', offering_id: 'off_sandbox_open' })
const bitcoin = await ask('/sanctions/check', { wallet_address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' })
console.log(paid.status, named.status, moved.restriction_code, bitcoin.status, bitcoin.code)`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program])
    expect(stdout.trim()).toBe('denied hit 26 clear undefined')
  })
})

describe.runIf(packages)('the packages', () => {
  const npm = async (args: string[], cwd: string) =>
    (await run('npm', args, { cwd, maxBuffer: 1e8, env: { ...process.env, npm_config_update_notifier: 'false' } })).stdout
  const fresh = join(folder, 'fresh')
  const built = join(kitFolder, 'node.js')

  beforeAll(async () => {
    mkdirSync(fresh)
    writeFileSync(join(fresh, 'package.json'), '{ "private": true, "type": "module" }')
    // What the pack script would make is there already: made once for all of these tests.
    const packed = await Promise.all(
      [kitFolder, join(root, 'sdks/javascript')].map((cwd) =>
        npm(['pack', '--json', '--ignore-scripts', '--pack-destination', fresh], cwd),
      ),
    )
    const names = packed.map((said) => (JSON.parse(said) as { filename: string }[])[0]!.filename)
    await npm(['install', '--offline', '--no-audit', '--no-fund', ...names.map((name) => `./${name}`)], fresh)
  })

  test('the programs of the README run in a fresh folder, with the packed files', async () => {
    const readme = ['sdks/testing/README.md', 'app/content/docs/testing.mdx']
      .map((path) => readFileSync(join(root, path), 'utf8'))
      .join('\n')
    const programs = [...readme.matchAll(/(<!-- needs a sandbox -->\n)?```js\n(.*?)```/gs)]
      .filter(([, apart]) => !apart)
      .map(([, , program]) => program!)
    expect(programs.length).toBe(5)
    for (const program of programs) await run(process.execPath, ['--input-type=module', '-e', program], { cwd: fresh })
  })

  test('a misspelt and a mistyped fact do not compile, and what is right does', async () => {
    const right = `import { createKit, decideFacts, type Kit } from '@sealwright/testing'
import { startServer } from '@sealwright/testing/node'
const kit: Kit = createKit()
kit.party('0x', { places: [{ source: 'residence', country: 'KP', region: 'none', proven: true }], credential: { state: 'revoked' }, pep: null })
kit.given({ tx: { purpose: 'exchange' }, tenant: { large_value_usd: null } })
export const outcome: 'allow' | 'review' | 'needs_info' | 'deny' = decideFacts('payment', { as_of: '2026-11-27T12:00:00Z' }).outcome
export const server = startServer({ port: 0 })
`
    const wrong = [
      "kit.party('0x', { credental: { state: 'revoked' } })",
      "kit.party('0x', { credential: { state: 'gone' } })",
      "decideFacts('payment', { as_of: '', txx: {} })",
    ]
    writeFileSync(join(fresh, 'right.ts'), right)
    for (const [i, line] of wrong.entries()) writeFileSync(join(fresh, `wrong${i}.ts`), `${right}${line}\n`)
    const flags =
      '--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --target es2024 --module nodenext --moduleResolution nodenext'.split(
        ' ',
      )
    const files = ['right.ts', ...wrong.map((_, i) => `wrong${i}.ts`)]
    const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...flags, ...files], {
      cwd: fresh,
      encoding: 'utf8',
    })
    const errors = [...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file]) => file!)
    expect([...new Set(errors)].sort(), stdout).toEqual(wrong.map((_, i) => `wrong${i}.ts`))
  })

  test.runIf(hasPython)('the Python package is built, installs from the built file, and does with the kit what it says', async () => {
    const source = join(folder, 'testing-python')
    cpSync(join(root, 'sdks/testing-python'), source, { recursive: true })
    writePython(join(source, 'src/sealwright_testing'))
    const target = join(folder, 'python')
    const pip = ['-m', 'pip', '--disable-pip-version-check', '--quiet']
    await run('python3', [...pip, 'wheel', '--no-deps', '--wheel-dir', folder, source])
    await run('python3', [...pip, 'install', '--no-deps', '--target', target, join(folder, 'sealwright_testing-0.1.0-py3-none-any.whl')])

    // A cassette of the JavaScript package is one of this, too.
    const { openCassette, startServer } = (await import(built)) as typeof import('../../sdks/testing/node.js')
    const server = await startServer({ now: '2026-11-27T12:00:00Z' })
    const tape = join(folder, 'shared.cassette.json')
    const recording = openCassette(tape, { record: true })
    await recording.fetch(`${server.url}/v1/wallets/verify`, {
      method: 'POST',
      body: JSON.stringify(verify),
      headers: { authorization: 'Bearer sw_sandbox_x', 'content-type': 'application/json' },
    })
    recording.save()
    await server.close()

    const env = {
      ...process.env,
      PYTHONPATH: [target, pythonPath(), join(root, 'sdks/python/src')].join(':'),
      KIT_COMMAND: JSON.stringify([process.execPath, join(kitFolder, 'bin.js')]),
      KIT_CASSETTES: JSON.stringify([tape]),
    }
    const { stdout } = await run('python3', ['-B', join(source, 'tests/test_kit.py')], { env })
    const {
      payload,
      headers,
      secret,
      public: publicKey,
    } = JSON.parse(stdout) as { payload: string; headers: Record<string, string>; secret: string; public: string }
    for (const one of [secret, publicKey])
      expect(await sdk.verifyWebhook({ payload, headers, secret: one })).toMatchObject({ type: 'transaction.denied' })

    const readme = readFileSync(join(source, 'README.md'), 'utf8')
    const programs = [...readme.matchAll(/(<!-- needs a sandbox -->\n)?(?:<!-- needs Node -->\n)?```python\n(.*?)```/gs)].filter(
      ([, apart]) => !apart,
    )
    expect(programs.length).toBe(2)
    const command = `command=${JSON.stringify([process.execPath, join(kitFolder, 'bin.js')])}`
    for (const [, , program] of programs) await run('python3', ['-B', '-c', program!.replace('Kit(now=', `Kit(${command}, now=`)], { env })
  })
})
