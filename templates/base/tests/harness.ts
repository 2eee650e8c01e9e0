import { createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Sealwright } from '@sealwright/sdk'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import type { App } from '../server/context.ts'
import { openDatabase } from '../server/database.ts'

// The server as it is, on a database in memory. What Sealwright answers stands in the test, so no network is needed.

export const SECRET = `whsec_${randomBytes(32).toString('base64')}`
export const ORIGIN = 'http://localhost:4000'

export type Answers = Record<string, (body: Record<string, unknown>, url: URL) => { status?: number; body: unknown }>

export function startServer(answers: Answers = {}, settings: Record<string, string> = {}) {
  const config = readConfig({
    SEALWRIGHT_KEY: 'sw_sandbox_test',
    SEALWRIGHT_WEBHOOK_SECRET: SECRET,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'app-')),
    ...settings,
  })
  const asked: { call: string; body: Record<string, unknown>; headers: Headers }[] = []
  const all: Answers = {
    'POST /v1/wallets/challenge': ({ wallet_address, domain }) => {
      const nonce = randomBytes(12).toString('hex')
      const message = `${domain} wants you to sign in with your Ethereum account:\n${wallet_address}\n\nNonce: ${nonce}`
      return { status: 201, body: { message, nonce, domain, expires_at: new Date(Date.now() + 600_000).toISOString() } }
    },
    ...answers,
  }
  const client = new Sealwright({
    apiKey: config.apiKey,
    baseUrl: config.baseUrl,
    maxRetries: 0,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const url = new URL(request.url)
      const call = `${request.method} ${url.pathname.replace('/api', '')}`
      const body = (request.method === 'GET' ? {} : await request.json()) as Record<string, unknown>
      asked.push({ call, body, headers: request.headers })
      const answer = all[call]
      if (!answer) throw new Error(`The test has no answer to ${call}.`)
      const { status = 200, body: said } = answer(body, url)
      const type = status < 300 ? 'application/json' : 'application/problem+json'
      return new Response(JSON.stringify(said), { status, headers: { 'content-type': type } })
    },
  })
  const app: App = { config, db: openDatabase(':memory:'), client }
  const server = createApp(app)
  let cookie = ''

  /** As a page of the application asks, with its cookie. */
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await server.request(path, {
      method,
      headers: {
        origin: ORIGIN,
        ...(cookie && { cookie }),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...(body instanceof FormData && { 'content-length': '1000' }),
        ...headers,
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    const set = response.headers.get('set-cookie')
    if (set) cookie = set.split(';')[0]!
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) }
  }
  const account = privateKeyToAccount(generatePrivateKey())
  const signIn = async () => {
    const { message } = (await ask('POST', '/api/session/challenge', { address: account.address })).json() as { message: string }
    return ask('POST', '/api/session', { message, signature: await account.signMessage({ message }) })
  }
  return { app, asked, server, ask, signIn, account, wallet: account.address.toLowerCase() }
}

/** A delivery as Sealwright sends it. */
export function delivery(event: unknown, at = new Date()) {
  const body = JSON.stringify(event)
  const id = (event as { id: string }).id
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(SECRET.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { body, headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` } }
}

/** Puts a person with a credential into the database. */
export function verifiedPerson({ db }: App, wallet: string) {
  db.prepare('INSERT INTO people VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
    ...[wallet, 'Ada Example', 'US', '1 Main Street', 'Springfield', 'IL', '62701', 'enhanced', 'enhanced'],
    ...[new Date(Date.now() + 86_400_000).toISOString(), 'null', Date.now(), 'wal_1', 'cre_1'],
  )
}

export const decision = (outcome: string, more: Record<string, unknown> = {}) => ({
  id: 'dec_1',
  outcome,
  reason_codes: [],
  missing: [],
  supply: [],
  rules: [],
  evaluated_at: new Date().toISOString(),
  ...more,
})
