// Records a real answer of each operation for the reference: makes what it needs in a throw-away sandbox of a running product,
// sends the sample that the reference shows, and keeps the answer. Usage: node tools/record-answers.ts [address]
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OpenApi, operationsOf } from '#app/lib/reference.ts'
import { sampleRequest } from '#app/lib/reference-samples.ts'
import { type Call, canMake, notAlone, pathValue } from './sample-world.ts'

const base = process.argv[2] ?? 'http://localhost:3000'
const file = join(import.meta.dirname, '..', 'server', 'recorded-answers.json')

const operations = operationsOf((await (await fetch(`${base}/api/v1/openapi.json`)).json()) as OpenApi)
const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
const { key } = (await (await fetch(`${base}/api/playground/session`, post)).json()) as { key: string }

async function send(method: string, path: string, body?: unknown, type = 'application/json') {
  const response = await fetch(`${base}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { ok: response.ok, status: response.status, answer: (await response.json()) as Record<string, unknown> }
}
const call: Call = async (method, path, body, type) => {
  const { ok, answer } = await send(method, path, body, type)
  if (!ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
  // What only prepares another sample is an answer too.
  const own = operations.find((operation) => operation.method === method && operation.path === `/v1${path}`)
  if (own) prepared[own.id] ??= short(answer)
  return answer
}

/** Long lists are cut: a reader wants to see the shape. */
const short = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value)) return value.slice(0, /^(facts|features|lists|reason_codes)$/.test(name) ? 2 : 1).map((each) => short(each))
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
for (const operation of operations) {
  const request = sampleRequest(operation, base)
  const open = operation.path.includes('{')
  if (!request || operation.id in notAlone || (open && !canMake(operation))) {
    left.push(operation.id)
    continue
  }
  const value = open ? await pathValue(operation, call, base) : ''
  const path = operation.path.replace(/^\/v1/, '').replace(/\{\w+\}/, value!)
  const { ok, answer } = await send(operation.method, path, request.body)
  if (ok) recorded[operation.id] = short(answer)
  else left.push(`${operation.id} (${JSON.stringify(answer).slice(0, 200)})`)
}
const snapshot = await call('POST', '/sandbox/snapshot', { label: 'Two investors' })
await call('POST', '/sandbox/restore', { id: snapshot.id })
const check = await call('POST', '/sanctions/check', { full_name: 'Malory Sanctiond', country: 'PL' })
await call('POST', '/exceptions', {
  check_id: check.id,
  entity_id: check.matches[0].entity_id,
  reason: 'Another birth year than the listed person.',
})
for (const [id, answer] of Object.entries(prepared)) recorded[id] ??= answer
const text = JSON.stringify(recorded, null, 1)
  .replaceAll(base, 'https://sealwright.example')
  .replaceAll(new URL(base).host, 'sealwright.example')
writeFileSync(file, `${text}\n`)
console.log(`${Object.keys(recorded).length} recorded, ${text.length} characters. Left: ${left.join(', ')}`)
