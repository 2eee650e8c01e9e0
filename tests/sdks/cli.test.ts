import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeCli } from '#tools/sdks/cli.ts'
import { type Contract, toolsOf } from '../../sdks/cli/src/mcp/tools.ts'
import { withoutSecrets } from '../../sdks/cli/src/mcp/without-secrets.ts'
import { verifyWebhook } from '../../sdks/verify/index.js'
import { newDataFolder, type Product, removeDataFolder, startProduct } from '../product.ts'

// The program as it is packed, in a process of its own, against the product in another.

const WALLET = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'
const LISTED = '0x5ea15ea15ea15ea15ea15ea15ea15ea100002001'

let product: Product
let dataDir: string
let folder: string
let program: string
let key: string
let other: string

/** Nothing of the person who runs the tests, and nothing that was kept before unless it is asked for. */
const envOf = (more: Record<string, string | undefined> = {}) => ({
  ...{ PATH: process.env.PATH, SEALWRIGHT_CONFIG_DIR: join(folder, 'config'), SEALWRIGHT_URL: product?.url, SEALWRIGHT_API_KEY: key },
  ...more,
})

/** Runs the program to its end. */
async function sealwright(args: string[], { input = '', env = {} }: { input?: string; env?: Record<string, string | undefined> } = {}) {
  const child = spawn(process.execPath, [program, ...args], { env: envOf(env) as NodeJS.ProcessEnv, cwd: folder })
  child.stdin.end(input)
  const [out, err] = [linesOf(child, 'stdout'), linesOf(child, 'stderr')]
  const code = await new Promise<number | null>((done) => child.once('close', done))
  return { code, out: out.text(), err: err.text(), json: () => JSON.parse(out.text()) }
}

function linesOf(child: ChildProcess, stream: 'stdout' | 'stderr') {
  let said = ''
  child[stream]!.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { text: () => said }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sealwright-cli-'))
  program = await writeCli(folder)
  dataDir = newDataFolder()
  product = await startProduct({ dataDir })
  const session = async () => {
    const response = await fetch(`${product.url}/api/playground/session`, { method: 'POST' })
    return ((await response.json()) as { key: string }).key
  }
  ;[key, other] = [await session(), await session()]
}, 240_000)
afterAll(async () => {
  await product?.stop()
  await removeDataFolder(dataDir)
  rmSync(folder, { recursive: true, force: true })
})

test('it says how it is called, and ends as it promises', async () => {
  const [help, of, wrong, unknown, option] = await Promise.all([
    sealwright([]),
    sealwright(['sandbox', 'clock', '--help']),
    sealwright(['sandbox']),
    sealwright(['lisen']),
    sealwright(['check', WALLET, '--nmae', 'x']),
  ])
  expect([help.code, of.code, wrong.code, unknown.code, option.code]).toEqual([0, 0, 2, 2, 2])
  expect(help.out).toMatch(/sealwright listen +forward events/)
  expect(of.out).toContain('--advance TIME')
  expect(wrong.err).toContain('sealwright sandbox fork')
  expect(option.err).toContain("'--nmae'")
  const nowhere = await sealwright(['whoami', '--url', 'seal.example'])
  expect([nowhere.code, nowhere.err]).toEqual([2, 'seal.example is no address: it begins with https://.\n'])
  const open = await sealwright(['whoami', '--url', 'http://seal.example'])
  expect([open.code, open.err]).toEqual([2, expect.stringContaining('not an https address')])
  const elsewhere = await sealwright(['whoami'], { env: { SEALWRIGHT_URL: 'http://127.0.0.1:9' } })
  expect([elsewhere.code, elsewhere.err]).toEqual([1, expect.stringContaining('could not be reached')])
  const stranger = await sealwright(['whoami'], { env: { SEALWRIGHT_API_KEY: `sw_sandbox_${'0'.repeat(64)}` } })
  expect([stranger.code, stranger.err]).toEqual([1, expect.stringMatching(/invalid_api_key|unauthorized/)])
})

test('a key is kept for its person and its service alone, and the environment goes before it', async () => {
  const kept = { env: { SEALWRIGHT_API_KEY: undefined, SEALWRIGHT_URL: undefined } }
  const file = join(folder, 'config/config.json')
  expect(await sealwright(['whoami'], kept)).toMatchObject({ code: 2, err: expect.stringContaining('sealwright login') })
  const plain = await sealwright(['login', '--url', 'http://seal.example'], { ...kept, input: `${key}\n` })
  expect([plain.code, plain.err]).toEqual([2, expect.stringContaining('not an https address')])
  const done = await sealwright(['login', '--url', product.url], { ...kept, input: `${key}\n` })
  expect([done.code, done.out], done.err).toEqual([0, expect.stringContaining('sandbox key')])
  expect(done.out + done.err).not.toContain(key)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const mine = await sealwright(['whoami', '--json'], kept)
  const theirs = await sealwright(['whoami', '--json'], { env: { SEALWRIGHT_API_KEY: other } })
  expect(mine.json().key.id).not.toBe(theirs.json().key.id)
  expect(theirs.json().from).toBe('SEALWRIGHT_API_KEY')
  const led = await sealwright(['whoami', '--url', 'http://127.0.0.1:9'], kept)
  expect([led.code, led.err]).toEqual([2, expect.stringContaining('The key that is kept is for')])
  chmodSync(file, 0o644)
  expect(await sealwright(['whoami'], kept)).toMatchObject({ code: 2, err: expect.stringContaining('chmod 600') })
  chmodSync(file, 0o600)
  expect((await sealwright(['logout'], kept)).code).toBe(0)
  expect(readFileSync(file, 'utf8')).not.toContain('sw_sandbox_')
})

test('it checks and verifies, and its end says the outcome', async () => {
  const [listed, clear, verified, scenario, lists] = await Promise.all([
    sealwright(['check', LISTED, '--json']),
    sealwright(['check', 'Ada Example', '--born', '1990-05-17']),
    sealwright(['verify', WALLET, '--name', 'Ada Example', '--born', '1990-05-17', '--country', 'US', '--json']),
    sealwright(['verify', WALLET, '--scenario', 'sanctioned_address', '--json']),
    sealwright(['lists', '--json'], { env: { SEALWRIGHT_API_KEY: undefined } }),
  ])
  expect([listed.code, listed.json().status]).toEqual([3, 'hit'])
  expect([clear.code, clear.out]).toEqual([0, expect.stringMatching(/^status +clear\n/)])
  expect([verified.code, verified.json().decision.outcome], verified.err).toEqual([0, 'allow'])
  expect([scenario.code, scenario.json().decision.outcome]).toEqual([3, 'deny'])
  expect(lists.json().lists).toContainEqual(expect.objectContaining({ source: 'sandbox_sample' }))
  const refused = await sealwright(['check', 'Ada Example', '--born', 'tomorrow'])
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringMatching(/\/date_of_birth: [\s\S]*validation_failed .*\/errors\/validation_failed/),
  ])
})

test('what listens to no address of yours gets each event once, signed, and goes on where it stopped', async () => {
  const got: { id: string; type: string }[] = []
  let status = 204
  const receiver: Server = createServer(async (request, response) => {
    const payload = Buffer.concat(await request.toArray())
    const event = await verifyWebhook({ payload, headers: request.headers, secret })
    if (status === 204) got.push(event as (typeof got)[number])
    response.writeHead(status).end()
    if (status === 500 && request.headers['sealwright-attempt'] === '2') status = 204
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  let secret = ''
  const start = async (...more: string[]) => {
    const child = spawn(process.execPath, [program, 'listen', '--forward-to', target, '--events', 'credential.*', ...more], {
      env: envOf() as NodeJS.ProcessEnv,
    })
    const said = linesOf(child, 'stderr')
    await expect.poll(() => said.text()).toContain('Deliveries are signed')
    secret = /whsec_\S+/.exec(said.text())![0]
    const stop = async () => {
      child.kill('SIGINT')
      return new Promise((done) => child.once('close', done))
    }
    return { said, stop }
  }
  const first = await start()
  const signedWith = secret
  const triggered = (await sealwright(['trigger', 'credential.suspended', '--json'])).json()
  expect(triggered).toMatchObject({ happened: true, event: { type: 'credential.suspended' } })
  await expect.poll(() => got.map(({ id }) => id)).toContain(triggered.event.id)
  expect(await first.stop()).toBe(0)
  expect(got.map(({ type }) => type)).toEqual(['credential.issued', 'credential.suspended'])

  // What happens while nobody listens comes afterwards, in order, also when the receiver fails at first.
  expect((await sealwright(['trigger', 'credential.revoked'])).code).toBe(0)
  status = 500
  const second = await start()
  expect(secret).toBe(signedWith)
  await expect.poll(() => got.map(({ type }) => type).slice(2)).toEqual(['credential.issued', 'credential.revoked'])
  expect(await second.stop()).toBe(0)
  expect(new Set(got.map(({ id }) => id)).size).toBe(4)
  // Another key has not listened yet: it begins now, and gets nothing of this one's.
  expect(await sealwright(['listen', '--forward-to', 'http://seal.example/hook'])).toMatchObject({ code: 2 })
  receiver.close()
})

test('a sandbox is forked, moved and emptied; a policy is planned and applied', async () => {
  const forked = (await sealwright(['sandbox', 'fork', '--hours', '1', '--json'])).json()
  const env = { SEALWRIGHT_API_KEY: forked.key as string }
  const moved = await sealwright(['sandbox', 'clock', '--advance', '90d', '--json'], { env })
  expect(moved.json().offset_seconds).toBe(90 * 86_400)
  expect((await sealwright(['sandbox', 'clock', '--json'])).json().offset_seconds).toBe(0)
  expect((await sealwright(['sandbox', 'reset'], { env })).code).toBe(2)
  expect((await sealwright(['sandbox', 'reset', '--yes'], { env })).code).toBe(0)

  const policy = (await sealwright(['policy', 'show'], { env })).out
  const same = await sealwright(['policy', 'plan', '-'], { env, input: policy })
  expect([same.code, same.err]).toEqual([1, expect.stringContaining('conflict')])
  const file = join(folder, 'policy.yaml')
  writeFileSync(file, policy.replace('settings: {}', 'settings:\n  serves_eu: false'))
  const planned = await sealwright(['policy', 'plan', file, '--note', 'Only elsewhere'], { env })
  expect([planned.code, planned.out], planned.err).toEqual([0, expect.stringMatching(/\/settings\/serves_eu +– +false/)])
  const applied = await sealwright(['policy', 'apply', /pln_\w+/.exec(planned.out)![0], '--json'], { env })
  expect([applied.code, applied.json().status]).toEqual([0, 'applied'])
  expect((await sealwright(['policy', 'show'], { env })).out).toContain('serves_eu: false')
})

test('receipts and credentials are verified from files, and changed ones are not believed', async () => {
  const { decision, credential } = (await sealwright(['verify', WALLET, '--json'])).json()
  const receipt = (await sealwright(['receipt', 'get', decision.id])).out
  const file = join(folder, 'receipt.json')
  writeFileSync(file, receipt)
  // No address and no key of the API: nothing is asked.
  const offline = {
    env: { SEALWRIGHT_URL: undefined, SEALWRIGHT_API_KEY: undefined, SEALWRIGHT_LOG_KEY: JSON.parse(receipt).verifier_key },
  }
  const held = await sealwright(['receipt', 'verify', file, '--decision', decision.id], offline)
  expect([held.code, held.out], held.err).toEqual([0, expect.stringMatching(/^It holds\.[\s\S]*subject +decision dec_/)])
  const changed = receipt.replace(/"outcome": "allow"/, '"outcome": "deny"')
  const refused = await sealwright(['receipt', 'verify', '-'], { ...offline, input: changed })
  expect([refused.code, refused.out]).toEqual([3, expect.stringContaining('not_in_log')])

  const authorization = { authorization: `Bearer ${key}` }
  const answer = await (await fetch(`${product.url}/api/v1/credentials/${credential.id}/vc`, { headers: authorization })).text()
  const believed = await sealwright(['credential', 'verify', '-', '--wallet', WALLET], { input: answer })
  expect([believed.code, believed.out], believed.err).toEqual([0, expect.stringMatching(/level +basic[\s\S]*status list +\d+ s old/)])
  const another = await sealwright(['credential', 'verify', '-', '--wallet', LISTED, '--json'], { input: answer })
  expect([another.code, another.json().problems[0].code]).toEqual([3, 'wrong_wallet'])
  const old = await sealwright(['credential', 'verify', '-', '--wallet', WALLET, '--max-age=-1'], { input: answer })
  expect([old.code, old.out]).toEqual([4, expect.stringContaining('status_stale')])
})

test('requests are followed as they come', async () => {
  const child = spawn(process.execPath, [program, 'logs', 'tail', '--json', '--failed'], { env: envOf() as NodeJS.ProcessEnv })
  const [out, err] = [linesOf(child, 'stdout'), linesOf(child, 'stderr')]
  await expect.poll(() => err.text()).toContain('Following')
  await sealwright(['check', 'Ada Example', '--born', 'never'])
  await expect.poll(() => out.text()).toContain('"error_code":"validation_failed"')
  child.kill('SIGINT')
  await new Promise((done) => child.once('close', done))
  expect(
    out
      .text()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).operation),
  ).toEqual(['sanctions.check'])
})

test('an assistant gets what the key may, sees what a call would do before it is done, and no secret', async () => {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp'],
    env: envOf() as Record<string, string>,
    stderr: 'ignore',
  })
  await client.connect(transport)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['wallets_get', 'sanctions_check', 'policy_plan', 'decisions_list']))
  const { inputSchema } = tools.find(({ name }) => name === 'sanctions_check')!
  expect(JSON.stringify(inputSchema)).not.toContain('#/components')
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: input })
    const [{ text }] = content as [{ text: string }]
    return { isError: isError === true, body: text.startsWith('{') ? JSON.parse(text) : text }
  }
  const newest = async () => (await call('sanctions_checks_list', { query: { limit: 1 } })).body.data[0]?.id
  const before = await newest()
  const input = { body: { wallet_address: LISTED } }
  const shown = (await call('sanctions_check', input)).body
  expect(shown).toMatchObject({ done: false, would: 'POST /v1/sanctions/check', with: input })
  expect(await newest()).toBe(before)
  const { confirm } = shown
  expect((await call('sanctions_check', { body: { wallet_address: WALLET }, confirm })).isError).toBe(true)
  const done = await call('sanctions_check', { ...input, confirm })
  expect(done.body).toMatchObject({ object: 'sanctions_check', status: 'hit' })
  expect(await newest()).toBe(done.body.id)
  expect((await call('sanctions_check', { ...input, confirm })).isError).toBe(true)
  // What can be tried out is.
  const tried = (await call('policy_plan', { body: { policy: 'version: 1\nsettings:\n  serves_eu: false\n' } })).body
  expect(tried.trial).toMatchObject({ id: null, changes: [{ path: '/settings/serves_eu', to: false }] })
  expect(await call('wallets_get', { address: 'nobody' })).toMatchObject({ isError: true, body: { code: expect.any(String) } })
  await client.close()

  const contract = (await (await fetch(`${product.url}/api/v1/openapi.json`)).json()) as Contract
  const named = (scopes: string[], writes: boolean) => toolsOf(contract, { scopes, wanted: '*', writes }).map(({ name }) => name)
  expect(named(['decisions:read'], true)).toEqual([
    ...['decisions_get', 'decisions_list', 'decisions_receipt', 'decisions_replay'],
    ...['offerings_what_if', 'policies_current', 'policies_list', 'simulations_run'],
  ])
  expect(named(['*'], true)).toContain('wallets_verify')
  for (const name of ['keys_rotate', 'sandbox_fork', 'webhook_endpoints_rotate_secret']) expect(named(['*'], true)).not.toContain(name)
  expect(toolsOf(contract, { scopes: ['*'], wanted: '*', writes: false }).filter(({ annotations }) => !annotations.readOnlyHint)).toEqual(
    [],
  )
  expect(withoutSecrets({ key: key, data: [{ text: `use ${key} now`, secret: 'whsec_x' }], key_prefix: 'ab' })).toEqual({
    ...{ key: '[withheld]', data: [{ text: 'use [withheld] now', secret: '[withheld]' }], key_prefix: 'ab' },
  })
})

test('completion of bash offers commands, what follows them, and their options', async () => {
  const bash = (await sealwright(['completion', 'bash'])).out
  const offered = (...words: string[]) => {
    const script = `${bash}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _sealwright; echo "\${COMPREPLY[@]}"`
    const run = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
    expect(run.stderr).toBe('')
    return run.stdout.trim().split(' ')
  }
  expect(offered('sealwright', 'li')).toEqual(['lists', 'listen'])
  expect(offered('sealwright', 'sandbox', '').sort()).toEqual(['clock', 'fork', 'reset'])
  expect(offered('sealwright', 'sandbox', 'clock', '--a')).toEqual(['--advance'])
  expect(offered('sealwright', 'credential', 'verify', '--level', 'en')).toEqual(['enhanced'])
  for (const shell of ['zsh', 'fish']) expect((await sealwright(['completion', shell])).out).toContain('sealwright')
})

test('the commands of the page run', async () => {
  const page = readFileSync(new URL('../../app/content/docs/command-line.mdx', import.meta.url), 'utf8')
  const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code]) => code!.replaceAll('{SEALWRIGHT_URL}', product.url))
  expect(blocks.length).toBeGreaterThan(7)
  symlinkSync(program, join(folder, 'sealwright'))
  const path = `${folder}:${dirname(process.execPath)}:${process.env.PATH}`
  const script = ['set -euo pipefail', ...blocks].join('\n')
  const child = spawn('bash', ['-c', script], {
    cwd: folder,
    env: { PATH: path, HOME: folder, SEALWRIGHT_KEY: other } as NodeJS.ProcessEnv,
  })
  const [out, err] = [linesOf(child, 'stdout'), linesOf(child, 'stderr')]
  const code = await new Promise((done) => child.once('close', done))
  expect([code, err.text()], out.text()).toEqual([0, ''])
  for (const said of ['credential.revoked happened.', 'applied', 'It holds.']) expect(out.text()).toContain(said)
})
