import { afterAll, beforeAll, expect, test } from 'vitest'
import { bindVerbs } from '#core/doors/verbs.ts'
import { startApi } from './harness.ts'
import { makeAccount, Person } from './person.ts'

// Text that PostgreSQL does not keep, wherever somebody may put text: it is refused or stored, and never an accident.

let api: Awaited<ReturnType<typeof startApi>>
let key: string
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api?.stop())

const BROKEN = ['\\u0000', 'a\\u0000b', '\\ud800', '\\udc00\\ud800', 'x\\udfff']

/** The JSON of a value, once for each text in it, with that text broken. */
function* broken(value: unknown, by: string): Generator<string> {
  const mark = 'HERE-IT-BREAKS'
  function* each(inner: unknown): Generator<unknown> {
    if (typeof inner === 'string') yield mark
    else if (Array.isArray(inner)) for (const [at, one] of inner.entries()) for (const made of each(one)) yield inner.with(at, made)
    else if (inner && typeof inner === 'object')
      for (const [name, one] of Object.entries(inner)) for (const made of each(one)) yield { ...inner, [name]: made }
  }
  for (const made of each(value)) yield JSON.stringify(made).replace(mark, by)
}

test('S12 no text field of any operation takes U+0000 or half a character', async () => {
  let [tried, reads] = [0, 0]
  const odd: unknown[] = []
  for (const o of api.catalogue.filter((one) => !one.upload)) {
    const request = o.examples.find((example) => example.request !== undefined)?.request
    const path = `/v1${o.path.replace(/\{\w+\}/g, 'off_sandbox_open')}`
    for (const [at, body] of [...broken(request, BROKEN[tried % BROKEN.length]!)].slice(0, 2).entries()) {
      // All come through one reader: some fields of each operation, the spellings in turn.
      const spelled = at % 2 ? body : body.replace(/\\u0000/, '\\ud83d')
      const { status, text } = await api.call(o.method.toUpperCase(), path, spelled, key)
      tried++
      if (status !== 400 || !/malformed_json/.test(text)) odd.push([o.id, spelled, status, text])
    }
    if (o.method !== 'get') continue
    const ways = [`${path}?limit=%00`, `${path}?q=a%00b`, `/v1${o.path.replace(/\{\w+\}/g, 'a%00b')}`, `${path}?q=%ED%A0%80`]
    const asked = ways[reads++ % ways.length]!
    const { status, text } = await api.call('GET', asked, undefined, key)
    if (status >= 500) odd.push([o.id, asked, status, text])
  }
  expect(odd).toEqual([])
  expect([tried > 80, reads > 40]).toEqual([true, true])
})

test('S12 no verb of a page takes them, in whatever its form or its address says', async () => {
  const verbs = bindVerbs({ ...api.ctx('sandbox') }) as unknown as Record<string, (input: unknown) => unknown>
  const developer = (verbs.developer as unknown as (environment: string) => typeof verbs)('sandbox')
  const atOnce = new Set(['describeError', 'developer', 'listEventTypes', 'listScenarioNames'])
  let tried = 0
  for (const [name, verb] of [
    ...Object.keys(verbs).map((one) => [one, verbs[one]!] as const),
    ...Object.keys(developer).map((one) => [one, developer[one]!] as const),
  ]) {
    if (atOnce.has(name)) continue
    for (const input of [{ id: 'a\0b' }, { q: ['\ud800'] }, { filter: { deep: [{ 'a\0': 1 }] } }, 'a\0'])
      await expect(verb(input) as Promise<unknown>, name).rejects.toMatchObject({ code: 'validation_failed', status: 422 })
    tried++
  }
  expect(tried).toBeGreaterThan(100)
})

test('S12 forms that are no JSON refuse them too', async () => {
  const subscribed = await api.app.request('/api/status/subscribe', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'email=a%00b%40people.example',
  })
  expect(subscribed.status).toBeLessThan(500)
  await makeAccount(api, 'unstorable@tests.example')
  const person = new Person(api, { 'user-agent': 'Odd \xe9\xff' })
  expect((await person.signIn('unstorable@tests.example')).status).toBe(200)
  for (const path of ['/api/accounts/profile', '/api/accounts/erasure', '/api/errors', '/api/monitoring/logs', '/api/accounts/sign-in'])
    for (const text of BROKEN) {
      const { status } = await person.call('POST', path, `{"email":"${text}","reason":"${text}","message":"${text}"}`)
      expect(status, path).toBeLessThan(500)
    }
})
