import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDataFolder, type Product, removeDataFolder, startProduct } from '../product.ts'

// Every connection the running product opens in its first minutes of use, written down from within, and who opened it.

interface Connection {
  to: string
  by: string
}

let product: Product
let dataDir: string
let notes: string
const outside = { chain: 0, receiver: 0, mail: 0, logs: 0 }
const asked: string[] = []
const ends: (() => void)[] = []

const listen = async (server: ReturnType<typeof createTcpServer>): Promise<number> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  ends.push(() => server.close())
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  outside.chain = await listen(
    createServer((request, response) => {
      let text = ''
      request.on('data', (chunk) => (text += chunk))
      request.on('end', () => {
        asked.push('chain')
        const call = JSON.parse(text)
        const one = ({ id, method }: { id: number; method: string }) => ({
          jsonrpc: '2.0',
          id,
          result: method === 'eth_chainId' ? '0x1' : '0x0',
        })
        response.setHeader('content-type', 'application/json').end(JSON.stringify(Array.isArray(call) ? call.map(one) : one(call)))
      })
    }),
  )
  outside.receiver = await listen(
    createServer((request, response) => {
      asked.push('receiver')
      request.resume().on('end', () => response.end())
    }),
  )
  outside.logs = await listen(
    createServer((request, response) => {
      asked.push('logs')
      request.resume().on('end', () => response.end('{}'))
    }),
  )
  // As much SMTP as it takes to be refused.
  outside.mail = await listen(
    createTcpServer((socket) => {
      asked.push('mail')
      socket.on('error', () => {}).end('554 no mail today\r\n')
    }),
  )
  dataDir = newDataFolder()
  notes = join(dataDir, 'connections.jsonl')
  product = await startProduct({
    dataDir,
    fromSources: true,
    env: {
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'note-connections.mjs')}`,
      NOTE_CONNECTIONS: notes,
      SEED_DEMO: '0',
      EVM_RPC_URLS: `1=http://127.0.0.1:${outside.chain}`,
      LOG_OTLP_URL: `http://127.0.0.1:${outside.logs}/v1/logs`,
      SMTP_URL: `smtp://127.0.0.1:${outside.mail}`,
    },
  })
})
afterAll(async () => {
  await product?.stop()
  for (const end of ends) end()
  await removeDataFolder(dataDir)
})

const connections = (): Connection[] =>
  existsSync(notes)
    ? readFileSync(notes, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Connection)
    : []

test('S18 nothing but the gate, the database and the mail opens a connection', async () => {
  const session = (await (await fetch(`${product.url}/api/playground/session`, { method: 'POST' })).json()) as { key: string }
  const call = async (path: string, body: object) => {
    const response = await fetch(`${product.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${session.key}` },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    expect(response.status, `${path}: ${text}`).toBeLessThan(300)
    return JSON.parse(text)
  }
  // Pages, as a server draws them.
  for (const path of ['/', '/login', '/developer/api-reference', '/api-status', '/contact'])
    expect((await fetch(product.url + path)).status, path).toBe(200)
  // A check, an event to a receiver, a mail, and a question to a chain.
  const kyc_data = { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' }
  await call('/api/v1/wallets/verify', { wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002', kyc_data })
  await call('/api/v1/webhook-endpoints', { url: `http://127.0.0.1:${outside.receiver}/hook` })
  await call('/api/v1/sandbox/events/trigger', { type: 'ping' })
  const visit = async (path: string, body: object) =>
    fetch(product.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: product.url },
      body: JSON.stringify(body),
    })
  const person = { firstName: 'Ada', lastName: 'Example', company: 'Example', email: 'ada@people.example', phone: '+1 555 010 0100' }
  const contact = await visit('/functions/v1/send-contact-email', {
    ...person,
    inquiryType: 'pricing',
    notes: 'What is it that leaves the process?',
  })
  expect(contact.status, await contact.text()).toBeLessThan(300)
  // Only its contract could say whether this wallet signed.
  const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const { message } = (await (await visit('/api/appeals/challenge', { address: wallet, chainId: 1 })).json()) as { message: string }
  const appeal = await visit('/api/appeals/session', { message, signature: `0x${'11'.repeat(65)}` })
  expect(appeal.status, await appeal.text()).toBe(422)
  await expect
    .poll(() => ['chain', 'receiver', 'mail', 'logs'].filter((one) => !asked.includes(one)), { timeout: 40_000, interval: 100 })
    .toEqual([])

  const through = new Map([
    [`127.0.0.1:${outside.chain}`, '/egress/gate.ts'],
    [`127.0.0.1:${outside.receiver}`, '/egress/gate.ts'],
    [`127.0.0.1:${outside.logs}`, '/egress/gate.ts'],
    [`127.0.0.1:${outside.mail}`, '/nodemailer/'],
  ])
  const found = connections()
  const odd = found.filter(({ to, by }) =>
    to.startsWith('/') ? !/node_modules\/pg[-/]|db\/embedded/.test(by) : !by.includes(through.get(to) ?? '\0'),
  )
  expect(odd).toEqual([])
  expect(new Set(found.map(({ to }) => to).filter((to) => !to.startsWith('/')))).toEqual(new Set(through.keys()))
  expect(found.some(({ to }) => to.startsWith('/'))).toBe(true)
})
