import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Webhook } from 'standardwebhooks'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anvilBinary } from '#chains/evm/anvil.ts'
import { newWebhookSecret } from '#core/record/webhooks/sign.ts'
import { startApi } from '../api/harness.ts'
import { type Created, createFromTemplate, createSealwright } from './created.ts'

// Each application as create-sealwright writes it, its server against the product over HTTP. Pages, types and walks are in templates-built.test.ts.

const ORIGIN = 'http://localhost:4000'
const ALL = ['payment-travel-rule', 'securities-onboarding', 'permissioned-pool', 'creator-verification', 'age-gate']
/** The pool deploys its contract on a chain of its own. */
const TEMPLATES = ALL.filter((name) => name !== 'permissioned-pool' || anvilBinary())

const sandbox = (scenario: string) => `0x5ea15ea15ea15ea15ea15ea15ea15ea10000${scenario}`
const secret = newWebhookSecret()
const started = new Map<string, { child: ChildProcess; created: Created; url: string }>()
let api: Awaited<ReturnType<typeof startApi>>
let product: ReturnType<typeof serve>

/** Starts one and waits until it says where it is. */
async function start(name: string, environment: Record<string, string>) {
  const created = createFromTemplate(name)
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: created.folder,
    env: { PATH: process.env.PATH, PORT: '0', PUBLIC_URL: ORIGIN, ...environment },
  })
  started.set(name, { child, created, url: '' })
  let said = ''
  const port = await new Promise<string>((done, failed) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
        const told = /Running at http:\/\/localhost:(\d+)/.exec(said)?.[1]
        if (told) done(told)
      })
    child.on('exit', () => failed(new Error(`${name} ended: ${said}`)))
  })
  started.get(name)!.url = `http://127.0.0.1:${port}`
}

beforeAll(async () => {
  api = await startApi()
  product = await new Promise((done) => {
    const server = serve({ fetch: api.app.fetch, port: 0, hostname: '127.0.0.1' }, () => done(server))
  })
  const environment = {
    SEALWRIGHT_KEY: (await api.makeKey('sandbox')).key,
    SEALWRIGHT_URL: `http://127.0.0.1:${(product.address() as AddressInfo).port}`,
    SEALWRIGHT_WEBHOOK_SECRET: secret,
    SEALWRIGHT_ISSUER_URL: api.services.config.publicUrl,
  }
  await Promise.all(TEMPLATES.map((name) => start(name, environment)))
})
afterAll(async () => {
  const ended = [...started.values()].map(({ child }) => (child.exitCode === null ? new Promise((done) => child.once('exit', done)) : null))
  for (const { child } of started.values()) child.kill('SIGKILL')
  await Promise.all(ended)
  product?.close()
  await api?.stop()
  for (const { created } of started.values()) created.remove()
})

/** Somebody at the page of an application, with a wallet of their own. */
async function visit(name: string, person: string) {
  let cookie = ''
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${started.get(name)!.url}/api${path}`, {
      method,
      headers: { origin: ORIGIN, cookie, ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const post = async (path: string, body: object) => (await ask('POST', path, { attempt: randomUUID(), ...body })).body
  const account = privateKeyToAccount(generatePrivateKey())
  const { message } = (await ask('POST', '/session/challenge', { address: account.address })).body as { message: string }
  expect(message).toMatch(/^localhost:4000 wants you to sign in/)
  expect((await ask('POST', '/session', { message, signature: await account.signMessage({ message }) })).status).toBe(201)

  const upload = async (kind: string) => {
    const form = new FormData()
    form.set('kind', kind)
    form.set('file', new File(['%PDF-1.7'], 'document.pdf'))
    return ((await ask('POST', '/documents', form)).body as { id: string }).id
  }
  /** Says who they are, with a document. */
  const identify = async () => {
    const who = await post('/identity', {
      ...{ full_name: `Ada ${person}`, date_of_birth: '1990-05-17', line1: '1 Main Street', city: 'Springfield', region: 'IL' },
      ...{ postal_code: '62701', country: 'US', id_number: `536-22-${1000 + person.length}` },
      ...{ document_id: await upload('passport'), document_expires_on: '2035-01-31' },
    })
    expect(who, JSON.stringify(who)).toMatchObject({ verified: true, level: 'enhanced' })
  }
  return { ask, post, upload, identify }
}

it('payments: what the rules let through is approved, what lacks names waits, what is listed is denied', async () => {
  const { post, identify } = await visit('payment-travel-rule', 'Payer')
  const pay = (to: string, amount: string, more: object = {}) =>
    post('/payments', { to_address: sandbox(to), amount, currency: 'USDC', ...more })
  expect((await pay('5002', '500')).error).toMatchObject({ code: 'not_verified' })
  await identify()
  expect(await pay('5002', '500')).toMatchObject({ status: 'approved', decision: { outcome: 'allow' } })
  expect(await pay('5002', '5000')).toMatchObject({ status: 'review', travel_missing: ['/beneficiary'] })
  expect(await pay('5002', '5000', { beneficiary: 'Grace Example', vasp: 'Other Exchange' })).toMatchObject({ status: 'approved' })
  const denied = { status: 'denied', decision: { outcome: 'deny', reasons: [{ code: 'sanctions_address_exact' }] } }
  expect(await pay('2001', '50')).toMatchObject(denied)
  expect((await pay('5002', 'a lot')).error).toMatchObject({ fields: { amount: expect.any(String) } })
})

it('securities: who is not accredited is denied, and after a letter accepted', async () => {
  const { post, identify, upload } = await visit('securities-onboarding', 'Investor')
  await identify()
  const onboard = { email: 'ada@example.org', date_of_birth: '1990-05-17', terms: 'on' }
  expect(await post('/investor', { ...onboard, method: 'none' })).toMatchObject({ investor: { accreditation: 'incomplete' } })
  const { id } = (await post('/offerings/example', {})) as { id: string }
  const invest = () => post('/investments', { offering_id: id, amount: '5000' })
  expect(await invest()).toMatchObject({ status: 'rejected', decision: { outcome: 'deny' } })
  const letter = { method: 'third_party_letter', verifier: 'attorney', dated: '2026-11-01', document_id: await upload('accreditation') }
  expect(await post('/investor', { ...onboard, ...letter })).toMatchObject({ investor: { accreditation: 'verified' } })
  expect(await invest()).toMatchObject({ status: 'accepted', quantity: '500' })
})

it.skipIf(!anvilBinary())('pool: who is let in gets a call with a permit for its contract, too much is denied', async () => {
  const { ask, post, identify } = await visit('permissioned-pool', 'Lender')
  await identify()
  const { address, deposited } = (await ask('GET', '/pool')).body
  expect(deposited).toBe('0')
  expect(await post('/entries', { amount: '100' })).toMatchObject({ status: 'granted', transaction: { to: address, chain_id: 31_337 } })
  expect(await post('/entries', { amount: '1000000' })).toMatchObject({ status: 'denied', transaction: null })
})

it('creators: who is verified lists works', async () => {
  const { post, identify } = await visit('creator-verification', 'Creator')
  await identify()
  expect((await post('/works', { title: 'A work' })).error).toMatchObject({ code: 'not_verified' })
  expect(await post('/creator', { name: 'Ada Draws', website: 'https://ada.example' })).toMatchObject({ creator: { tier: 'standard' } })
  expect(await post('/works', { title: 'A work' })).toMatchObject({ title: 'A work' })
  expect((await post('/creator', { name: 'Ada Draws', website: 'no link' })).error).toMatchObject({
    fields: { website: expect.any(String) },
  })
})

it('age gate: somebody of age gets in, a child does not, a break closes it', async () => {
  const { ask, post } = await visit('age-gate', 'Player')
  const pass = (date_of_birth: string) => post('/gate', { date_of_birth, jurisdiction: 'DE', activity: 'general' })
  const play = async () => (await ask('GET', '/play/general')).status
  expect([await pass('1990-05-17'), await play()]).toMatchObject([{ eligible: true }, 200])
  await post('/break', { duration: '1_month' })
  expect(await play()).toBe(403)
  expect(await pass('1990-05-17')).toMatchObject({ eligible: false, decision: { outcome: 'deny' } })
  const child = await visit('age-gate', 'Child')
  expect(await child.post('/gate', { date_of_birth: '2020-05-17', jurisdiction: 'DE', activity: 'general' })).toMatchObject({
    eligible: false,
  })
})

it.each(TEMPLATES)('%s takes a signed webhook, a repeated one as the same, and no changed one', async (name) => {
  const body = JSON.stringify({ id: 'evt_1', type: 'ping', resource: { type: 'ping', id: 'png_1' }, data: {} })
  const now = new Date()
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
  }
  const post = async (sent: string) => (await fetch(`${started.get(name)!.url}/webhooks`, { method: 'POST', headers, body: sent })).status
  expect([await post(body), await post(body), await post(`${body} `)]).toEqual([204, 204, 401])
})

it('create-sealwright knows all of them, says what is wrong, and writes over nothing', () => {
  const folders = readdirSync(new URL('../../templates', import.meta.url)).filter((name) => name !== 'base')
  expect(folders.toSorted()).toEqual(ALL.toSorted())
  const help = createSealwright('--help')
  expect([help.status, ALL.filter((name) => !help.stdout.includes(name))]).toEqual([0, []])
  const unknown = createSealwright('payments', '/tmp/none')
  expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining('payment-travel-rule')])
  expect(createSealwright().status).toBe(2)
  expect(createSealwright('age-gate', started.get('age-gate')!.created.folder).stderr).toContain('not empty')
})

it('the pool’s contract is the one that is tested here', () => {
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  const { PermitVault } = JSON.parse(read('chains/contracts/artifacts.generated.json')) as {
    PermitVault: { abi: unknown; bytecode: string }
  }
  const { abi, bytecode } = PermitVault
  expect(JSON.parse(read('templates/permissioned-pool/contracts/PermitVault.json'))).toEqual({ abi, bytecode })
  expect(read('templates/permissioned-pool/contracts/PermitGate.sol')).toBe(read('chains/contracts/PermitGate.sol'))
})
