import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWebhookSecret, signaturesOf } from '#core/record/webhooks/sign.ts'
import { runBulk } from '#core/screening/screenings/bulk/run.ts'
import { deriveSigner } from '#credentials/keys.ts'
import { magicWallet } from '#screening/sandbox-sample.ts'
import { LASTING, startApi } from '../api/harness.ts'
import { hasPython, pythonPath } from './python.ts'
import { goQuickStart, type QuickStart } from './quick-start.ts'

// One small program in each language calls the served API and says what it saw; all must have seen the same.

const run = promisify(execFile)
const there = (command: string, ...args: string[]) => spawnSync(command, args).status === 0
const goEnv = { GOTOOLCHAIN: 'local', GOPROXY: 'off', GOFLAGS: '-mod=readonly' }
const go = ['go', '/usr/local/go/bin/go'].find((command) => there(command, 'version'))
const languages = [
  { name: 'Python', folder: 'python', command: hasPython && 'python3', args: ['-B', 'tests/contract.py'] },
  { name: 'Python, awaited,', folder: 'python', command: hasPython && 'python3', args: ['-B', 'tests/contract.py'] },
  { name: 'Ruby', folder: 'ruby', command: there('ruby', '--version') && 'ruby', args: ['-w', 'test/contract.rb'] },
  { name: 'Go', folder: 'go', command: go, args: ['run', './tests/contract'] },
]

let api: Awaited<ReturnType<typeof startApi>>
let server: Server
let flaky: Server
let given: Record<string, unknown>
let offerings: string[]
/** What arrived at the server that refuses each address once. */
let tries: { path: string; key: unknown; refused: boolean }[] = []

const NAME = 'Ünï Çödé'
const csv = 'reference,full_name\na,Ada Example\nb,Mallory Sanctioned\n'
const listen = async (one: Server) => {
  await new Promise<void>((done) => one.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(one.address() as AddressInfo).port}`
}

beforeAll(async () => {
  api = await startApi()
  const { key } = await api.makeKey('sandbox')
  const listener = getRequestListener(api.app.fetch)
  server = createServer(LASTING, listener)
  flaky = createServer((request: IncomingMessage, response) => {
    const path = request.url!.split('?')[0]!
    const refused = !tries.some((one) => one.path === path)
    tries.push({ path, key: request.headers['idempotency-key'], refused })
    if (!refused) return void listener(request, response)
    // A file breaks off on its way: what was sent of it must be sent again.
    if (path.endsWith('/bulk')) return void request.socket.destroy()
    // An answer or a file breaks off: less arrives than was promised.
    if (path.endsWith('/events') || path.endsWith('/results'))
      return void response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
        .write('{"data":[', () => response.socket?.end())
    // Elsewhere the key and the data would be somebody else's.
    if (path.endsWith('/challenge')) return void response.writeHead(307, { location: `${given.url}${request.url}` }).end()
    const running = path.endsWith('/verify')
    const status = running ? 409 : path.endsWith('/check') ? 500 : 503
    const text = running ? JSON.stringify({ code: 'idempotency_in_progress' }) : 'one moment'
    request.resume().on('end', () => response.writeHead(status, { 'retry-after': '0' }).end(text))
  })
  offerings = []
  for (const name of ['One', 'Two', 'Three']) {
    const offering = {
      name,
      external_id: name,
      type: 'equity',
      regulation: 'reg_d_506c',
      total_supply: 1000000,
      price_per_token: '10.00',
      minimum_investment: '5000',
      maximum_raise: '10000000',
      description: 'Preferred units.',
    }
    const made = await api.call('POST', '/v1/offerings', offering, key)
    expect(made.status, made.text).toBe(201)
    offerings.unshift(made.body.id)
  }
  const bulk = await api.call('POST', '/v1/sanctions/bulk', csv, key, { 'content-type': 'text/csv' })
  while (await runBulk(api.services));
  const secret = newWebhookSecret()
  const payload = JSON.stringify({ type: 'wallet.verified', data: { name: NAME } })
  const signer = deriveSigner('a-secret-of-the-tests-of-40-characters-xx', 'sandbox/webhook')
  const publicOf = ({ publicKey }: typeof signer) => `whpk_${Buffer.from(publicKey).toString('base64')}`
  const signed = async (timestamp: number | string) => ({
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': await signaturesOf({
      id: 'evt_1',
      timestamp: Number(timestamp),
      body: payload,
      secrets: [newWebhookSecret(), secret],
      signers: [signer],
    }),
  })
  const now = Math.floor(Date.now() / 1000)
  given = {
    key,
    url: await listen(server),
    flaky: await listen(flaky),
    wallet: magicWallet('0001'),
    person: { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' },
    scenario: 'sanctioned_address',
    csv,
    bulk: bulk.body.id,
    webhook: {
      payload,
      secret,
      other: newWebhookSecret(),
      public: publicOf(signer),
      stranger: publicOf(deriveSigner('another-secret-of-the-tests-of-40-chars-xx', 'sandbox/webhook')),
      headers: await signed(now),
      old: await signed(now - 3600),
      far: await signed('9'.repeat(5000)),
    },
  }
})
afterAll(async () => {
  for (const one of [server, flaky]) {
    one?.closeAllConnections()
    one?.close()
  }
  await api?.services.screening.close()
  await api?.stop()
})

for (const { name, folder, command, args } of languages)
  test.skipIf(!command)(`${name}${command ? '' : ' (skipped: not on this machine)'} calls, pages, tries again and verifies`, async () => {
    tries = []
    const { stdout, stderr } = await run(command as string, args, {
      cwd: join(import.meta.dirname, '../../sdks', folder),
      env: {
        ...process.env,
        ...goEnv,
        ...(folder === 'python' && { PYTHONPATH: pythonPath(), AWAITED: name === 'Python' ? '' : '1' }),
        CONTRACT: JSON.stringify(given),
      },
    })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({
      outcome: 'allow',
      scenario: true,
      problem: [422, 'validation_failed', '/kyc_data/date_of_birth', 'req_'],
      missing: 'not_found',
      late: 'version_conflict',
      pages: [2, 2],
      offerings,
      known: [409, 'external_id_exists', offerings[0], true],
      gave_up: 503,
      broken_off: ['events', 'no results'],
      moved: 307,
      uploaded: 2,
      lines: 3,
      webhook: [
        ...[NAME, NAME, 'refused', 'refused', 'refused', NAME, 'refused'],
        // A tolerance that is no number lets nothing old in; Go's cannot be one.
        ...(name === 'Go' ? [] : ['refused']),
        ...[NAME, 'refused', 'refused'],
      ],
    })
    expect(tries.filter((one) => one.path.endsWith('/challenge'))).toHaveLength(1)
    for (const path of ['/api/v1/sanctions/check', '/api/v1/wallets/verify', '/api/v1/sanctions/bulk']) {
      const [first, second, ...more] = tries.filter((one) => one.path === path)
      expect([first?.refused, second?.refused, more]).toEqual([true, false, []])
      expect(first?.key).toMatch(/^[0-9a-f-]{36}$/)
      expect(second?.key).toBe(first?.key)
    }
  })

const sdk = (name: string) => join(import.meta.dirname, '../../sdks', name)
// Starting and compiling the others takes seconds each: they are for the build of the packages.
const built = process.env.PACKAGES === '1'
const quickStarts: (QuickStart & { there: boolean })[] = [
  {
    page: 'quick-start-typescript',
    there: true,
    env: {},
    command: (program) => [process.execPath, `${program}.ts`],
    prepare(folder) {
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
      mkdirSync(join(folder, 'node_modules/@sealwright'), { recursive: true })
      symlinkSync(sdk('javascript'), join(folder, 'node_modules/@sealwright/sdk'))
    },
  },
  {
    page: 'quick-start-python',
    there: built && hasPython,
    env: hasPython ? { PYTHONPATH: `${pythonPath()}:${sdk('python/src')}` } : {},
    command: (program) => ['python3', '-B', `${program}.py`],
    prepare: () => undefined,
  },
  {
    page: 'quick-start-ruby',
    there: built && there('ruby', '-e', 'require "webrick"'),
    env: { RUBYLIB: sdk('ruby/lib') },
    command: (program) => ['ruby', `${program}.rb`],
    prepare: () => undefined,
  },
  {
    page: 'quick-start-go',
    there: built && go !== undefined,
    env: goEnv,
    command: (program) => [go!, 'run', `./${program}`],
    prepare(folder) {
      const local = [
        '-require',
        'github.com/sealwright/sealwright-go@v0.2.0',
        '-replace',
        `github.com/sealwright/sealwright-go=${sdk('go')}`,
      ]
      for (const args of [
        ['init', 'shop'],
        ['edit', ...local],
      ])
        execFileSync(go!, ['mod', ...args], { cwd: folder, stdio: 'ignore' })
    },
  },
]
for (const start of quickStarts)
  test.skipIf(!start.there)(`${start.page}: a denied payment is a type, and a webhook is verified`, async () => {
    const { paid, answers, heard, wallet } = await goQuickStart(start, given as { key: string; url: string })
    expect(paid).toBe('denied: sanctions_address_exact')
    expect([answers, heard]).toEqual([[204, 400], expect.stringMatching(`verified ${wallet} \\w+`)])
  })
