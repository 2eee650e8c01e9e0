import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { Webhook } from 'standardwebhooks'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newWebhookSecret } from '#core/record/webhooks/sign.ts'
import { startApi } from '../api/harness.ts'
import { type Created, createFromTemplate, createSealwright } from './created.ts'

// Each starter as a stranger runs it: `node server.js`, against the product over HTTP; and the applications of create-sealwright likewise.

const wallet = (scenario: string) => `0x5ea15ea15ea15ea15ea15ea15ea15ea10000${scenario}`
const LISTED = wallet('2001')

/** What a person types, the field with the wallet, a wallet that is let through, and a field to get wrong. */
const STARTERS: { name: string; form: Record<string, string>; wallet: string; good: string; wrong: string }[] = [
  {
    name: 'creator-verification',
    form: { creator_name: 'Ada <Draws>', twitter: '@adadraws', instagram: 'adadraws', website: 'https://ada.example' },
    wallet: 'wallet_address',
    good: wallet('0002'),
    wrong: 'website',
  },
  {
    name: 'age-gate',
    form: { date_of_birth: '1990-01-01', jurisdiction: 'DE', activity: 'general' },
    wallet: 'wallet_address',
    good: wallet('6021'),
    wrong: 'jurisdiction',
  },
]

let api: Awaited<ReturnType<typeof startApi>>
let product: ReturnType<typeof serve>
const secret = newWebhookSecret()
let payments: Created | undefined
const ORIGIN = 'http://localhost:4000'
const started = new Map<string, { child: ChildProcess; url: string; said: () => string }>()

function launch(name: string, environment: Record<string, string>, created?: Created) {
  const child = spawn(process.execPath, [created ? 'server/main.ts' : 'server.js'], {
    cwd: created?.folder ?? fileURLToPath(new URL(`../../templates/${name}`, import.meta.url)),
    env: { PATH: process.env.PATH, PORT: '0', ...environment },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  return [child, () => said] as const
}

/** Starts one and waits until it says where it is. */
async function start(name: string, environment: Record<string, string>, created?: Created) {
  const [child, said] = launch(name, environment, created)
  const port = await new Promise<string>((done, failed) => {
    child.stdout.on('data', () => {
      const told = /localhost:(\d+)/.exec(said())?.[1]
      if (told) done(told)
    })
    child.on('exit', () => failed(new Error(`${name} ended: ${said()}`)))
  })
  started.set(name, { child, url: `http://127.0.0.1:${port}`, said })
}

beforeAll(async () => {
  api = await startApi()
  product = await new Promise((done) => {
    const server = serve({ fetch: api.app.fetch, port: 0, hostname: '127.0.0.1' }, () => done(server))
  })
  const environment = {
    SEALWRIGHT_API_KEY: (await api.makeKey('sandbox')).key,
    SEALWRIGHT_BASE_URL: `http://127.0.0.1:${(product.address() as AddressInfo).port}`,
    SEALWRIGHT_WEBHOOK_SECRET: secret,
  }
  payments = createFromTemplate('payment-travel-rule')
  await Promise.all([
    ...STARTERS.map(({ name }) => start(name, environment)),
    start('payment-travel-rule', { ...environment, PUBLIC_URL: ORIGIN, DATA_DIR: 'data' }, payments),
  ])
})
afterAll(async () => {
  for (const { child } of started.values()) child.kill()
  product?.close()
  await api?.stop()
  payments?.remove()
})

const post = async (url: string, form: Record<string, string>) => {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form) })
  return { status: response.status, text: await response.text() }
}

describe.each(STARTERS)('$name', ({ name, form, wallet: field, good, wrong }) => {
  it('shows its form, every field with a label', async () => {
    const response = await fetch(started.get(name)!.url)
    const text = await response.text()
    expect(response.status).toBe(200)
    for (const key of [...Object.keys(form), field]) expect(text).toContain(`<label for="${key}">`)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('shows the decision, and for a listed wallet the rule with its source', async () => {
    const { url } = started.get(name)!
    const allowed = await post(url, { ...form, [field]: good })
    expect([allowed.status, /<h2 id="outcome">(.*)<\/h2>/.exec(allowed.text)?.[1]], allowed.text).toEqual([200, 'Allowed'])
    const denied = await post(url, { ...form, [field]: LISTED })
    expect([denied.status, /<h2 id="outcome">(.*)<\/h2>/.exec(denied.text)?.[1]], denied.text).toEqual([200, 'Not allowed'])
    expect(denied.text).toContain('sanctions_address_exact')
    expect(denied.text).toContain('<a href="https://ofac.treasury.gov/')
    expect(allowed.text + denied.text).not.toMatch(/undefined|\[object|<Draws>/)
  })

  it('marks the wrong field in words and keeps what was typed', async () => {
    const answer = await post(started.get(name)!.url, { ...form, [field]: good, [wrong]: 'not "this"' })
    expect(answer.status, answer.text).toBe(422)
    expect(answer.text).toMatch(new RegExp(`id="${wrong}"[^>]*aria-invalid="true"`))
    expect(answer.text).toContain(`id="${wrong}-wrong"`)
    expect(answer.text).toContain('value="not &#34;this&#34;"')
    expect(answer.text).toContain(`value="${good}"`)
  })

  it('accepts a signed webhook once and refuses a changed one', async () => {
    const { url, said } = started.get(name)!
    const body = JSON.stringify({ id: 'evt_1', type: 'wallet.verified', resource: { type: 'wallet', id: 'wal_1' }, data: {} })
    const now = new Date()
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
    }
    const statuses: number[] = []
    for (const sent of [body, body, `${body} `])
      statuses.push((await fetch(`${url}/webhooks`, { method: 'POST', headers, body: sent })).status)
    expect(statuses).toEqual([204, 204, 401])
    expect(said().match(/event evt_1/g)).toHaveLength(1)
  })
})

it('says what to set when there is no key', async () => {
  const [child, said] = launch('age-gate', {})
  await new Promise((done) => child.on('close', done))
  expect([child.exitCode, said()]).toEqual([1, expect.stringContaining('SEALWRIGHT_API_KEY')])
})

describe('payment-travel-rule, as create-sealwright writes it', () => {
  let cookie = ''
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${started.get('payment-travel-rule')!.url}/api${path}`, {
      method,
      headers: { origin: ORIGIN, cookie, ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return { status: response.status, body: (await response.json()) as Record<string, never> }
  }

  it('a wallet signs in with the name of the site, is verified with a document, and pays what the rules let through', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    const { message } = (await ask('POST', '/session/challenge', { address: account.address })).body as unknown as { message: string }
    expect(message).toMatch(/^localhost:4000 wants you to sign in/)
    const signature = await account.signMessage({ message })
    expect((await ask('POST', '/session', { message, signature })).status).toBe(201)

    const pay = (to: string, amount: string, more: object = {}) =>
      ask('POST', '/payments', { attempt: randomUUID(), to_address: wallet(to), amount, currency: 'USDC', ...more })
    expect((await pay('5002', '500')).body.error).toMatchObject({ code: 'not_verified' })

    const form = new FormData()
    form.set('kind', 'passport')
    form.set('file', new File(['%PDF-1.7'], 'passport.pdf'))
    const document = (await ask('POST', '/documents', form)).body as unknown as { id: string }
    const who = await ask('POST', '/identity', {
      ...{ full_name: 'Ada Example', date_of_birth: '1990-05-17', line1: '1 Main Street', city: 'Springfield', region: 'IL' },
      ...{ postal_code: '62701', country: 'US', id_number: '536-22-1234', document_id: document.id, document_expires_on: '2035-01-31' },
    })
    expect(who.body, JSON.stringify(who.body)).toMatchObject({ verified: true, level: 'enhanced' })

    expect((await pay('5002', '500')).body).toMatchObject({ status: 'approved', decision: { outcome: 'allow' } })
    expect((await pay('5002', '5000')).body).toMatchObject({ status: 'review', travel_missing: ['/beneficiary'] })
    expect((await pay('5002', '5000', { beneficiary: 'Grace Example', vasp: 'Other Exchange' })).body).toMatchObject({ status: 'approved' })
    const denied = await pay('2001', '50')
    expect(denied.body).toMatchObject({ status: 'denied', decision: { outcome: 'deny', reasons: [{ code: 'sanctions_address_exact' }] } })
    expect((await pay('5002', 'a lot')).body.error).toMatchObject({ fields: { amount: expect.any(String) } })
  })

  it('takes a signed webhook, and a repeated one as the same', async () => {
    const body = JSON.stringify({ id: 'evt_1', type: 'transaction.approved', resource: { type: 'transaction', id: 'txn_1' }, data: {} })
    const now = new Date()
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
    }
    const statuses: number[] = []
    for (const sent of [body, body, `${body} `])
      statuses.push((await fetch(`${started.get('payment-travel-rule')!.url}/webhooks`, { method: 'POST', headers, body: sent })).status)
    expect(statuses).toEqual([204, 204, 401])
  })

  it('create-sealwright says what is wrong, and writes over nothing', () => {
    const unknown = createSealwright('payments', '/tmp/none')
    expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining('payment-travel-rule')])
    expect([createSealwright().status, createSealwright('--help').status]).toEqual([2, 0])
    expect(createSealwright('payment-travel-rule', payments!.folder).stderr).toContain('not empty')
  })
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
