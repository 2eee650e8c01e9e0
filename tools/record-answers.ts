// Records a real answer of each operation for the reference: makes what it needs in a throw-away sandbox of a running product,
// sends the sample that the reference shows, and keeps the answer. What needs a chain, a name server or a second person is taken
// from the tests, which have them. Usage, with a product started with WEBHOOK_ALLOW_PRIVATE=1:
// EVENT_EXAMPLES=/some/folder npx vitest run tests/api core; node tools/record-answers.ts [address] [/some/folder]
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type OpenApi, operationsOf } from '#app/lib/reference.ts'
import { sampleRequest } from '#app/lib/reference-samples.ts'
import { type Call, canMake, notAlone, pathValue } from './sample-world.ts'

const base = process.argv[2] ?? 'http://localhost:3000'
const file = join(import.meta.dirname, '..', 'server', 'recorded-answers.json')

const operations = operationsOf((await (await fetch(`${base}/api/v1/openapi.json`)).json()) as OpenApi)
const newSandbox = async (): Promise<string> => {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  return ((await (await fetch(`${base}/api/playground/session`, post)).json()) as { key: string }).key
}
let key = await newSandbox()

async function send(
  method: string,
  path: string,
  body?: unknown,
  type = 'application/json',
  as = key,
): Promise<{ ok: boolean; status: number; answer: Record<string, unknown> }> {
  const response = await fetch(`${base}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${as}`, ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  // Visitors of a playground are slowed down: this one waits.
  if (response.status === 429) {
    await delay(1000 * Number(response.headers.get('retry-after') ?? 1))
    return send(method, path, body, type, as)
  }
  return { ok: response.ok, status: response.status, answer: (await read(response)) as Record<string, unknown> }
}
const read = (response: Response): Promise<unknown> =>
  response.headers.get('content-type')?.includes('json') ? response.json() : response.text()
const call = async (...sent: Parameters<typeof send>): ReturnType<Call> => {
  const [method, path] = sent
  const { ok, answer } = await send(...sent)
  if (!ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
  // What only prepares another sample is an answer too.
  const asked = `/v1${path.split('?')[0]}`
  const same = operations.filter((operation) => operation.method === method)
  const own =
    same.find((operation) => operation.path === asked) ??
    same.find((operation) => new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(asked))
  if (own) prepared[own.id] ??= typeof answer === 'string' ? answer : short(answer)
  return answer
}

async function until(done: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await delay(500)) if (await done()) return
  throw new Error('It did not come within a minute.')
}

/** Long lists are cut: a reader wants to see the shape. */
const short = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value))
    return value.slice(0, /^(facts|facts_used|features|lists|reason_codes)$/.test(name) ? 2 : 1).map((each) => short(each))
  if (typeof value === 'string')
    return /^(sw_sandbox_|whsec_)/.test(value)
      ? `${value.slice(0, value.indexOf('_', 4) + 5)}…`
      : value.length > 400
        ? `${value.slice(0, 120)}…`
        : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([each, inner]) => [each, short(inner, each)]))
}

const prepared: Record<string, unknown> = {}
const recorded: Record<string, unknown> = {}
const left: string[] = []
let changed = false
for (const operation of operations) {
  const request = sampleRequest(operation, base)
  const open = operation.path.includes('{')
  if (!request || operation.id in notAlone || (open && !canMake(operation))) {
    left.push(operation.id)
    continue
  }
  // A moved clock and a rehearsed list would change the answers of what follows.
  const changes = operation.id.startsWith('sandbox.')
  if (changed && !changes) key = await newSandbox()
  changed = changes
  const value = open ? await pathValue(operation, call, base) : ''
  const path = operation.path.replace(/^\/v1/, '').replace(/\{\w+\}/, value!)
  const { ok, answer } = await send(operation.method, path, request.body)
  if (ok) recorded[operation.id] = short(answer)
  else left.push(`${operation.id} (${JSON.stringify(answer).slice(0, 200)})`)
}

// What no sample shows, since it names something of the caller's own or comes late; where no sample has moved the clock.
key = await newSandbox()
const snapshot = await call('POST', '/sandbox/snapshot', { label: 'Two investors' })
await call('POST', '/sandbox/restore', { id: snapshot.id })
const check = await call('POST', '/sanctions/check', { full_name: 'Malory Sanctiond', country: 'PL' })
const exception = await call('POST', '/exceptions', {
  check_id: check.id,
  entity_id: check.matches[0].entity_id,
  reason: 'Another birth year than the listed person.',
})
const { id: self } = await call('GET', '/keys/self')
const { key: second } = await call('POST', `/keys/${self}/rotate`, { overlap_hours: 1 })
await call('POST', `/exceptions/${exception.id}/approve`, { note: 'The passport shows it.' }, undefined, second)
const bulk = await call('POST', '/sanctions/bulk', 'reference,full_name\nc1,Ada Example\nc2,Malory Sanctiond\n', 'text/csv')
await until(async () => (await send('GET', `/sanctions/bulk/${bulk.id}`)).answer.status === 'completed')
await call('GET', `/sanctions/bulk/${bulk.id}/results`)
const wallet = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'
const { credential } = await call('POST', '/wallets/verify', {
  wallet_address: wallet,
  kyc_data: { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' },
})
await call('POST', '/credentials/attach', { wallet_address: wallet, credential_id: credential.id })
await call('POST', `/credentials/${credential.id}/wallets`, { wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7' })
await call('GET', `/credentials/${credential.id}/eas`)
await call('GET', `/credentials/${credential.id}/chain`)
const offering = await call('POST', '/offerings', {
  name: 'Acme Series A',
  regulation: 'reg_d_506b',
  total_supply: 1_000_000,
  price_per_token: '10',
  maximum_raise: '1000000',
})
await call('POST', '/invitations', { offering_id: offering.id, email: 'guest@example.com' })
await call('GET', `/invitations?offering_id=${offering.id}`)
const minted = await call('POST', '/tokens/issue', {
  offering_id: offering.id,
  wallet_address: wallet.replace(/0002$/, '3001'),
  quantity: 5,
})
await call('GET', `/tokens/issue/${minted.id}`)
await call('POST', `/tokens/issue/${minted.id}/confirm`, { transaction_hash: `0x${'a13c'.repeat(16)}` })
const payment = { type: 'payment', from_address: wallet.replace(/2$/, '1'), to_address: wallet, amount: '5', currency: 'USDC' }
const approved = await call('POST', '/transactions', payment)
await call('POST', `/transactions/${approved.id}/submit`, { transaction_hash: `0x${'4f3c'.repeat(16)}` })
const protocol = await call('POST', '/protocols', { protocol_name: 'Example Earn', min_level: 'defi-enhanced', blocked_countries: ['KP'] })
await call('GET', `/protocols/${protocol.id}`)
await call('PATCH', `/protocols/${protocol.id}`, { min_level: 'defi-institutional' })
const player = await call('POST', '/gaming/self-exclusions', { wallet_address: `0x${'e1'.repeat(20)}`, duration: '6_months' })
await call('GET', `/gaming/self-exclusions/${player.id}`)
const officer = (role: string) => ({ name: 'Ada Example', role, signed_at: new Date().toISOString() })
const stated = await call('POST', '/stablecoins/reserve-statements', {
  token: 'GUIDE',
  month: new Date(Date.now() - 31 * 86_400_000).toISOString().slice(0, 7),
  outstanding: '1000000.00',
  reserves: [{ type: 'demand_deposit', amount: '1010000.00', custodian_country: 'US', encumbered: false }],
  accountant: { name: 'Example & Co LLP', registration: 'PCAOB 0000' },
  certified_by: [officer('ceo'), { ...officer('cfo'), name: 'Ben Example' }],
  document_sha256: 'd4'.repeat(32),
})
await call('GET', `/stablecoins/reserve-statements/${stated.id}`)
let logged: { id: string } | undefined
await until(async () => {
  const { data } = (await send('GET', '/request-logs')).answer as { data: { id: string; path: string; status: number }[] }
  logged = data.find((each) => each.path.endsWith('/transactions') && each.status === 201)
  return logged !== undefined
})
await call('GET', `/request-logs/${logged!.id}`)
const first = (await call('GET', '/events?limit=100')).data.at(-1)
await call('GET', `/events/stream?after=${first.id}`)
await call('POST', '/sandbox/reset', {})
for (const [id, answer] of Object.entries(prepared)) recorded[id] ??= answer
// The catalogue's order, so that recording again changes only what changed.
const ordered: Record<string, unknown> = {}
const without: string[] = []
for (const { id } of operations) {
  const caused = process.argv[3] && join(process.argv[3], 'answers', `${id}.json`)
  if (id in recorded) ordered[id] = recorded[id]
  else if (caused && existsSync(caused)) ordered[id] = short(JSON.parse(readFileSync(caused, 'utf8')))
  else without.push(id)
}
const text = JSON.stringify(ordered, null, 2)
  .replaceAll(base, 'https://sealwright.example')
  .replaceAll(new URL(base).host, 'sealwright.example')
  .replace(/(http:\/\/)?\b(localhost|127\.0\.0\.1)(:\d+|%3A\d+)/g, (_, scheme?: string) => `${scheme ? 'https://' : ''}sealwright.example`)
writeFileSync(file, `${text}\n`)
console.log(`${Object.keys(ordered).length} recorded, ${text.length} characters.`)
if (without.length) console.log(`Without one: ${without.join(', ')}. Refused: ${left.join(', ')}`)
