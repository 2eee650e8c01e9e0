import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { PERMISSIONS, SCOPES } from '#core/kernel/permissions.ts'
import { events, idempotencyKeys, requestLogs } from '#db/schema.ts'
import { hasEtag } from '#server/operation.ts'
import { type Answer, startApi } from './harness.ts'
import { driveEverything, type Step } from './newcomer.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
let stranger: string
let production: string
let receiver: Server
let steps: Map<string, Step>
/** What the reset at the end of the drive took away is read in between. */
const kept: Step[] = []
beforeAll(async () => {
  api = await startApi({ WEBHOOK_ALLOW_PRIVATE: '1' })
  receiver = createServer((request, response) => request.resume().on('end', () => response.end()))
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  key = (await api.makeKey('sandbox')).key
  stranger = await api.makeStranger()
  production = (await api.makeKey('production')).key
  const call = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    await api.requestLog.flush()
    if (/reset$/.test(path)) {
      await lookIntoEverything()
      const wrongEvents = await api.wrongEvents()
      if (wrongEvents.length) wrong('events', JSON.stringify(wrongEvents))
    }
    const answer = await api.call(method, `/v1${path}`, body, key, headers)
    kept.push({ id: '', method, path, body, answer })
    return answer
  }
  steps = await driveEverything(api.document, call, {
    'https://example.com/webhooks': `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
  })
})
afterAll(async () => {
  receiver?.close()
  await api?.stop()
})

/** What one newcomer alone cannot bring to an end, and what answers instead. */
const NOT_ALONE: Record<string, { status: (number | undefined)[]; why: string }> = {
  'exceptions.approve': { status: [403, 409], why: 'a second person approves, and the example refuses it' },
  'due_diligence.approve': { status: [403], why: 'a second person approves' },
  'exceptions.delete': { status: [409], why: 'the example refuses it before' },
  'holdings.unfreeze': { status: [409, 404], why: 'the example may name an act that is not a freeze' },
  'holdings.force_transfer': { status: [409], why: 'the example freezes what it would move' },
  'holdings.acts_approve': { status: [undefined, 403, 409], why: 'a second person approves' },
  'holdings.acts_refuse': { status: [undefined, 409], why: 'a freeze waits for nobody' },
  'cases.get': { status: [undefined], why: 'a match that waits for a person opens one' },
  'cases.note': { status: [undefined], why: 'there is none' },
  'cases.ask': { status: [undefined], why: 'there is none' },
  'cases.answer': { status: [undefined], why: 'there is none' },
  'investors.appeal': { status: [409], why: 'the example is not rejected' },
  'investors.documents_false': { status: [409], why: 'the example brought no documents' },
  'protocols.prove': { status: [422], why: 'a wallet signs what the challenge says' },
  'credentials.wallets': { status: [409], why: 'the example wallet already has a holder' },
  'sandbox.resolve_verification': { status: [404], why: 'no verification is left pending' },
  'cases.decide': { status: [undefined, 403, 409, 422], why: 'a second person releases' },
  'cases.assign': { status: [undefined, 422, 404], why: 'it names a colleague' },
  'credentials.claim': { status: [503, 409], why: 'no chain is asked here' },
  'credentials.identities': { status: [503], why: 'no chain is asked here' },
  'domains.verify': { status: [409, 422, 503], why: 'nobody answers for the example domain' },
  'offerings.token_link': { status: [422], why: 'a wallet signs' },
  'offerings.token_deactivate': { status: [409], why: 'no contract is linked' },
  'offerings.token_pause': { status: [409], why: 'no contract is linked' },
  'offerings.token_resume': { status: [409], why: 'no contract is linked' },
  'credential_offers.cancel': { status: [409], why: 'the clock was moved past its time' },
  'identity_sessions.cancel': { status: [409], why: 'the simulated wallet has ended it' },
  'identity_sessions.finish_presentation': { status: [422, 409], why: 'no wallet answered by a link' },
  'foreign_credentials.present': { status: [422], why: 'no attester is trusted' },
  'identity_sessions.passport_chip': { status: [422], why: 'the example is no passport' },
  'identity_sessions.start_provider': { status: [409, 422, 503], why: 'no provider is configured' },
  'investors.accreditation.create': { status: [422], why: 'the example names documents that are not kept' },
  'investors.accreditation.get': { status: [undefined, 404], why: 'there is none' },
  'investors.accreditation.withdraw': { status: [undefined, 404], why: 'there is none' },
  'investors.entity.file': { status: [409], why: 'the example investor is a person' },
  'investors.entity.get': { status: [404, 409], why: 'the example investor is a person' },
  'investors.entity.look_up': { status: [409], why: 'the example investor is a person' },
  'investors.entity.review': { status: [409], why: 'the example investor is a person' },
  'policy.apply': { status: [404], why: 'the example names a plan of somebody else' },
  'policy.plan_of': { status: [undefined], why: 'no path of the example leads to a plan' },
  'reliance.state': { status: [403], why: 'two administrators agree to it' },
  'offerings.cancel': { status: [409], why: 'somebody invested in it' },
  'offerings.open': { status: [409], why: 'it is open already' },
  'offerings.integration': { status: [422], why: 'no other one runs beside it' },
  'offerings.reopen': { status: [409], why: 'it is open' },
  'investments.approve': { status: [409], why: 'the example is accepted at once' },
  'investments.decline': { status: [409], why: 'the example is accepted at once' },
  'transactions.approve': { status: [409], why: 'the example is approved at once' },
  'transactions.deny': { status: [409], why: 'the example is approved at once' },
  'erasures.create': { status: [409], why: 'the register must name who holds tokens' },
  'erasures.hold': { status: [undefined], why: 'there is none' },
  'erasures.release_hold': { status: [undefined], why: 'there is none' },
  'erasures.carry_out': { status: [undefined], why: 'there is none' },
  'erasures.open_file': { status: [undefined], why: 'there is none' },
  'erasures.read_file': { status: [undefined], why: 'there is none' },
  'erasures.get': { status: [undefined], why: 'there is none' },
  'members.change_role': { status: [409], why: 'the only member is the owner' },
  'members.remove': { status: [409], why: 'the only member is the owner' },
  'sanctions.bulk.results': { status: [409], why: 'no worker runs here to do the work' },
}

test('a newcomer with the document and a key gets every operation to work', () => {
  const open = api.catalogue.filter((o) => {
    const status = steps.get(o.id)?.answer.status
    return status === undefined || status >= 300 ? !NOT_ALONE[o.id]?.status.includes(status) : false
  })
  expect(open.map((o) => [o.id, steps.get(o.id)?.path, steps.get(o.id)?.body, steps.get(o.id)?.answer.text])).toEqual([])
})

test('every field and parameter says what it means', () => {
  const silent: string[] = []
  // biome-ignore lint/suspicious/noExplicitAny: a JSON document, walked.
  const walk = (schema: any, at: string): void => {
    for (const [name, property] of Object.entries(schema?.properties ?? {})) {
      if (!(property as { description?: string }).description) silent.push(`${at} ${name}`)
      walk(property, `${at} ${name}`)
    }
    for (const inner of [schema?.items, ...(schema?.anyOf ?? [])]) if (inner) walk(inner, at)
  }
  for (const methods of Object.values(api.document.paths as Record<string, Record<string, never>>))
    for (const { operationId, parameters, requestBody } of Object.values(methods) as {
      operationId: string
      parameters: { name?: string; description?: string }[]
      requestBody?: { content: Record<string, { schema: object }> }
    }[]) {
      for (const { schema } of Object.values(requestBody?.content ?? {})) walk(schema, operationId)
      for (const { name, description } of parameters) if (name && !description) silent.push(`${operationId} ?${name}`)
    }
  expect(silent).toEqual([])
})

test('every answer of the drive is what the document says', () => {
  for (const step of steps.values()) {
    const path = Object.values(
      api.document.paths as Record<string, Record<string, { operationId: string; responses: Record<string, never> }>>,
    )
    const operation = path.flatMap((methods) => Object.values(methods)).find((o) => o.operationId === step.id)!
    const response = operation.responses[String(step.answer.status)] as { content?: Record<string, { schema: object }> } | undefined
    expect([step.id, step.answer.status, response !== undefined]).toEqual([step.id, step.answer.status, true])
    const type = step.answer.headers.get('content-type')!.split(';')[0]!
    const schema = response!.content?.[type]?.schema as { $ref?: string } | undefined
    expect([step.id, type, schema !== undefined]).toEqual([step.id, type, true])
    if (schema!.$ref) continue
    const checked = z.fromJSONSchema(schema as never).safeParse(step.answer.body)
    expect([step.id, checked.error?.issues ?? []]).toEqual([step.id, []])
  }
})

const found: { id: string; what: string }[] = []
const wrong = (id: string, what: string) => found.push({ id, what })

/** Looks at what the drive made, before its reset: other tenants, tags, pages. Findings are asserted on below. */
async function lookIntoEverything() {
  const operations = Object.entries(api.document.paths as Record<string, Record<string, { operationId: string }>>)
  const seenBy = new Set<string>()
  for (const step of kept.filter((s) => s.answer.status < 300)) {
    const plain = step.path.split('?')[0]!
    const [template, methods] =
      operations.find(([path]) => path === plain) ??
      operations.find(([path]) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(plain)) ??
      []
    const operation = methods?.[step.method.toLowerCase()]
    if (!template || !operation) continue
    const id = operation.operationId
    if (!seenBy.has(id)) await compareTenants(id, step)
    seenBy.add(id)
    const declared = api.catalogue.find((o) => o.id === id)!
    if (declared.read) await changeLate(id, step, declared.read.path)
    if (step.method === 'GET') {
      if (hasEtag(declared)) await compareTags(id, step)
      if ('next_cursor' in (step.answer.body ?? {})) await walkPages(id, step)
    }
  }
  await compareRest(operations, seenBy)
}

/** Ids as we make them, of our own alphabet. */
const OWN_ID = /\b[a-z]{2,4}_[0-9a-z]{26}\b/g

/** The same call with ids that nobody has, the same one for the same. */
function nobodys({ path, body }: Pick<Step, 'path' | 'body'>): { path: string; body: unknown; named: Map<string, string> } {
  const named = new Map<string, string>()
  const other = (text: string) =>
    text.replace(OWN_ID, (id) => {
      const made = named.get(id) ?? id.slice(0, -16) + randomBytes(8).toString('hex')
      named.set(id, made)
      return made
    })
  return { path: other(path), body: body === undefined ? undefined : JSON.parse(other(JSON.stringify(body))), named }
}

/** What somebody who may not read it is told of ids in a path, a query or a body is what they are told of ids that nobody has. */
async function compareTenants(id: string, { method, path, body, answer }: Pick<Step, 'method' | 'path' | 'body'> & { answer?: Answer }) {
  const none = nobodys({ path, body })
  if (!none.named.size) return
  const { upload, sandboxOnly } = api.catalogue.find((one) => one.id === id)!
  const type = { 'content-type': upload?.types[0] ?? 'application/json' }
  const inPath = path.split('?')[0]!.search(OWN_ID) >= 0
  for (const [who, as] of [
    ['a stranger', stranger],
    ['the other environment', production],
  ] as const) {
    if (who === 'the other environment' && (sandboxOnly || OF_BOTH.test(id))) continue
    const real = await api.call(method, `/v1${path}`, body, as, type)
    const made = await api.call(method, `/v1${none.path}`, none.body, as, type)
    let text = told(real.text)
    for (const [own, another] of none.named) text = text.replaceAll(own, another)
    // What the drive itself was refused may be refused before anything is looked for.
    const hidden = real.status === 404 || (answer && answer.status < 300 ? !inPath : real.status >= 400)
    if (text !== told(made.text) || !hidden) wrong(id, `${who} sees ${real.text}; for ids of nobody ${made.text}`)
  }
}

/** People, programs and sight of support are the organisation's, in both environments. */
const OF_BOTH = /^(members|service_accounts|support)\./

/** Operations on one record that the drive brings to no good end, asked with the id of a record that is there. */
async function compareRest(operations: [string, Record<string, { operationId: string }>][], seenBy: Set<string>) {
  const known = new Map(kept.flatMap(({ answer }) => [...answer.text.matchAll(OWN_ID)].map(([id]) => [id.slice(0, -27), id] as const)))
  for (const [template, methods] of operations)
    for (const [method, operation] of Object.entries(methods)) {
      const { operationId: id, parameters } = operation as {
        operationId: string
        parameters: { in: string; name: string; example?: string }[]
      }
      if (!template.includes('{') || seenBy.has(id)) continue
      const path = template.replace(/\{(\w+)\}/g, (whole, name: string) => {
        const example = parameters.find((one) => one.in === 'path' && one.name === name)?.example
        return known.get(/^([a-z]{2,4})_/.exec(example ?? '')?.[1] ?? '') ?? (example && !example.includes('…') ? example : whole)
      })
      if (path.includes('{')) {
        unseen.push(id)
        continue
      }
      const declared = api.catalogue.find((one) => one.id === id)!
      const example = JSON.stringify(declared.examples.find((one) => one.request !== undefined)?.request ?? {})
      const filled = example.replace(/"([a-z]{2,4})_…"/g, (whole, prefix: string) => (known.has(prefix) ? `"${known.get(prefix)}"` : whole))
      const body = declared.body || declared.upload ? JSON.parse(filled) : undefined
      await compareTenants(id, { method: method.toUpperCase(), path, body })
    }
}
/** Those of whose record none was made. */
const unseen: string[] = []

/** An answer without what is of its own moment. */
const told = (text: string) => text.replace(/"request_id":"[^"]+"/, '').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then')

async function compareTags(id: string, step: Step) {
  const first = await api.call('GET', `/v1${step.path}`, undefined, key)
  const tag = first.headers.get('etag') ?? ''
  // An answer that names the moment it was given has another tag each time.
  if ((await api.call('GET', `/v1${step.path}`, undefined, key)).headers.get('etag') !== tag) return
  for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const again = await api.call('GET', `/v1${step.path}`, undefined, key, { 'if-none-match': sent })
    const moved = again.status === 200 && again.headers.get('etag') !== tag
    if (first.status === 200 && !moved && (again.status !== 304 || again.text !== ''))
      wrong(id, `If-None-Match ${sent} of ${tag} answered ${again.status}`)
  }
  const changed = await api.call('GET', `/v1${step.path}`, undefined, key, { 'if-none-match': '"other"' })
  if (changed.status !== first.status) wrong(id, 'another tag is not an ordinary read')
}

/** What was read another time is not changed, and the read's own tag does not change by itself. */
async function changeLate(id: string, step: Step, template: string) {
  const object = step.path.split('?')[0]!.split('/').slice(0, template.split('/').length).join('/')
  const tag = async () => (await api.call('GET', `/v1${object}`, undefined, key)).headers.get('etag')
  const before = await tag()
  const upload = api.catalogue.find((one) => one.id === id)?.upload?.types[0]
  if (before === null) return // deleted meanwhile
  const late = await api.call(step.method, `/v1${step.path}`, step.body, key, {
    'if-match': '"other"',
    ...(upload && { 'content-type': upload }),
  })
  if (late.status !== 412 || late.body.code !== 'version_conflict' || late.headers.get('etag') !== before)
    wrong(id, `another version answered ${late.text}`)
  if ((await tag()) !== before) wrong(id, 'the tag of its object changes by itself')
}

async function walkPages(id: string, step: Step) {
  // The log of requests is kept in batches: none may end in the middle of the walk.
  await api.requestLog.flush()
  const [path, asked] = step.path.split('?')
  // What a list cannot be asked without.
  const offering = new URLSearchParams(asked).get('offering_id')
  const own = offering ? `offering_id=${offering}&` : ''
  const read = async (query: string) => api.call('GET', `/v1${path}?${own}${query}`, undefined, key)
  if ((await read('limit=1')).status === 404) return // deleted meanwhile
  for (const bad of ['limit=0', 'limit=101', 'limit=ten', 'limit=1.5', 'cursor=bm9uc2Vuc2U.x', 'cursor=%00'])
    if ((await read(bad)).status !== 422) wrong(id, `${bad} is accepted`)
  const nameOf = (row: object) => (row as { id?: string }).id ?? JSON.stringify(row)
  const seen: string[] = []
  let cursor: string | null = null
  for (let page = 0; page < 12; page++) {
    const { body }: { body: { data: object[]; has_more: boolean; next_cursor: string | null } } = await read(
      `limit=2${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    )
    if (!body.data) return wrong(id, `limit=2 answered ${JSON.stringify(body)}`)
    if (body.has_more !== (body.next_cursor !== null)) wrong(id, 'has_more and next_cursor contradict each other')
    seen.push(...body.data.map(nameOf))
    cursor = body.next_cursor
    if (!cursor) break
  }
  const all = (await read('limit=100')).body.data.map(nameOf)
  if (new Set(seen).size !== seen.length) wrong(id, 'a row comes twice')
  if (seen.some((row, i) => row !== all[i])) wrong(id, 'the pages are not the list')
  if (cursor) {
    const elsewhere = await api.call('GET', `/v1${path}?limit=2&cursor=${encodeURIComponent(cursor)}`, undefined, stranger)
    if (elsewhere.status !== 422) wrong(id, 'a stranger can use the cursor')
  }
}

test('objects of another tenant or environment are like none, reads have tags, and lists page', () => {
  expect(found).toEqual([])
  expect(unseen.filter((id) => !NOT_ALONE[id])).toEqual([])
})

test('a repeated Idempotency-Key answers once, byte for byte, and refuses another body', async () => {
  for (const o of api.catalogue.filter((one) => one.method === 'post' && one.idempotent !== false && !one.path.includes('{') && one.body)) {
    const step = steps.get(o.id)
    if (!step || step.answer.status >= 300 || /reset|clock/.test(o.id)) continue
    const body = JSON.parse(JSON.stringify(step.body))
    if (body.email) body.email = 'another@people.example'
    const headers = { 'idempotency-key': `sweep-${o.id}` }
    const first = await api.call('POST', `/v1${o.path}`, body, key, headers)
    const turned = Object.fromEntries(Object.entries(body).reverse())
    const second = await api.call('POST', `/v1${o.path}`, turned, key, headers)
    if (first.status === 422) {
      expect([o.id, second.headers.get('idempotent-replayed')]).toEqual([o.id, null])
      continue
    }
    if (SECRET.test(first.text)) {
      expect([o.id, second.status, second.body]).toEqual([
        o.id,
        409,
        expect.objectContaining({ code: 'secret_shown_once', existing_id: first.body.id }),
      ])
      continue
    }
    expect([o.id, second.status, second.headers.get('idempotent-replayed')]).toEqual([o.id, first.status, 'true'])
    const same = first.status < 300 ? [second.text, first.text] : [second.body.code, first.body.code]
    expect([o.id, same[0]]).toEqual([o.id, same[1]])
    const field = ['name', 'creator_name', 'protocol_name', 'country', 'full_name'].find((name) => typeof body[name] === 'string')
    if (!field) continue
    const other = await api.call(
      'POST',
      `/v1${o.path}`,
      { ...body, [field]: field === 'country' ? 'CA' : `${body[field]} B` },
      key,
      headers,
    )
    expect([o.id, other.status, other.body.code]).toEqual([o.id, 422, 'idempotency_key_reused'])
  }
})

/** A key, or a signing secret: what must be in one answer and nowhere else. */
const SECRET = /whsec_[A-Za-z0-9+/=]{16,}|sw_(?:sandbox|production)_[0-9a-f]{64}/

test('S5 another key of the organisation gets no stored answer, and none holds a secret', async () => {
  const narrow = new Map<string, string>()
  const without = async (scope: string) => {
    const scopes = SCOPES.filter((one) => one !== scope)
    if (!narrow.has(scope)) narrow.set(scope, (await api.makeKey('sandbox', scopes)).key)
    return narrow.get(scope)!
  }
  const equal = (await api.makeKey('sandbox')).key
  for (const o of api.catalogue.filter((one) => one.method === 'post' && one.idempotent !== false && !one.upload)) {
    const step = steps.get(o.id)
    if (!step || /reset|clock|snapshot/.test(o.id)) continue
    const headers = { 'idempotency-key': `own-${o.id}` }
    const call = (as: string) => api.call('POST', `/v1${step.path}`, step.body, as, headers)
    await call(key)
    const other = await call(await without(PERMISSIONS[o.permission].scope!))
    expect([o.id, other.status, other.body.code]).toEqual([o.id, 403, 'insufficient_scope'])
    expect([o.id, (await call(equal)).headers.get('idempotent-replayed')]).toEqual([o.id, null])
  }
  // The way the finding went: read the Idempotency-Key of a rotation from its event, and repeat it.
  const victim = await api.makeKey('sandbox')
  const headers = { 'idempotency-key': 'rotate-me' }
  const rotate = (as: string) => api.call('POST', `/v1/keys/${victim.id}/rotate`, { overlap_hours: 24 }, as, headers)
  const made = await rotate(victim.key)
  expect(made.status, made.text).toBe(201)
  const reader = (await api.makeKey('sandbox', ['events:read', 'keys:write'])).key
  const told = (as: string) => api.call('GET', '/v1/events?type=api_key.rotated&limit=1', undefined, as)
  expect((await told(reader)).body.data[0]).toMatchObject({ resource: { id: victim.id }, request: { idempotency_key: null } })
  expect((await told(victim.key)).body.data[0].request.idempotency_key).toBe('rotate-me')
  const stolen = await rotate(reader)
  expect([stolen.status, stolen.body.code]).toEqual([403, 'insufficient_scope'])
  // Whoever sent it learns what became of it, also with the new key.
  for (const as of [victim.key, made.body.key])
    expect(await rotate(as)).toMatchObject({ status: 409, body: { code: 'secret_shown_once', existing_id: made.body.id } })
  await api.requestLog.flush()
  const { db } = api.services.connection
  const stored = [
    ...(await db.select().from(idempotencyKeys)),
    ...(await db.select().from(requestLogs)),
    ...(await db.select().from(events)),
  ]
  expect(stored.length).toBeGreaterThan(100)
  expect(stored.filter((row) => SECRET.test(JSON.stringify(row)))).toEqual([])
  expect(JSON.stringify(await db.select().from(idempotencyKeys))).not.toContain('rotate-me')
})

test('on_deny=error turns a denial into 403 with the same answer, also when replayed', async () => {
  const body = { wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100002001', protocol_name: 'Example Lend' }
  const headers = { 'idempotency-key': 'denied' }
  const plain = await api.call('POST', '/v1/defi/verify-wallet', body, key, headers)
  expect([plain.status, plain.headers.get('sealwright-decision')]).toEqual([200, 'deny'])
  const refused = await api.call('POST', '/v1/defi/verify-wallet?on_deny=error', body, key, headers)
  expect([refused.status, refused.body.code, refused.headers.get('idempotent-replayed')]).toEqual([403, 'compliance_denied', 'true'])
  expect(refused.body.decision).toEqual(plain.body)
})
