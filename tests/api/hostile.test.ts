import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MOST_FIELDS, MOST_PROBLEM_BYTES } from '#core/kernel/errors.ts'
import type { Operation } from '#server/operation.ts'
import { costOf } from '../cost.ts'
import { type Answer, startApi } from './harness.ts'

// Bodies made to hurt, of every operation in the registry: each is answered, shortly and soon.

let api: Awaited<ReturnType<typeof startApi>>
let key: string
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api?.stop())

const BYTES = 250_000
const addressOf = (o: Operation) =>
  `/v1${o.path.replace(/\{address\}/g, '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002').replace(/\{\w+\}/g, 'x')}`
const withBody = () => api.catalogue.filter((o) => o.body)
const send = (o: Operation, body: string) => api.call(o.method.toUpperCase(), addressOf(o), body, key)
const sampleOf = (o: Operation) => (o.examples.find((example) => example.request !== undefined)?.request ?? {}) as Record<string, unknown>

/** As many different keys as a body of that size holds. */
const keys = (value: string, bytes = BYTES) => {
  const parts: string[] = []
  for (let i = 0, size = 0; size < bytes; i++) size += parts.push(`"wallet_addres${i}":${value}`) && parts.at(-1)!.length + 1
  return parts.join(',')
}
const repeated = (unit: string, bytes = BYTES) => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)))

/** Whole bodies, whatever the operation. */
const WHOLE: Record<string, string> = {
  'unknown keys': `{${keys('1')}}`,
  'few unknown keys of great length': `{${Array.from({ length: 30 }, (_, i) => `"${i}${'x'.repeat(8_000)}":1`).join(',')}}`,
  'unknown keys of control characters': `{${Array.from({ length: 30 }, (_, i) => `"${i}${'\\u0001'.repeat(1_300)}":1`).join(',')}}`,
  nesting: `{"a":${'['.repeat(BYTES / 2)}${']'.repeat(BYTES / 2)}}`,
  'nesting of objects': `${'{"a":'.repeat(BYTES / 6)}1${'}'.repeat(BYTES / 6)}`,
  'an array': `[${repeated('0,')}0]`,
  'one number': `{"a":${'9'.repeat(BYTES)}}`,
  'one small number': `{"a":0.${'0'.repeat(BYTES)}1}`,
  'the same key': `{${repeated('"a":1,')}"a":1}`,
  'keys of prototypes': `{${repeated('"__proto__":{"a":1},')}"constructor":1}`,
  lines: `${repeated('\n')}x`,
  spaces: `${repeated(' ')}x`,
  escapes: `{"a":"${repeated('\\u0041')}"}`,
  'a text without end': `{"a":"${'x'.repeat(BYTES)}`,
}

const BOMBS: Record<string, unknown> = {
  text: 'x'.repeat(BYTES),
  letters: 'é'.repeat(BYTES / 2),
  marks: `a${'\u0315\u0316'.repeat(BYTES / 4)}`,
  ligatures: '\ufdfa'.repeat(BYTES / 3),
  spaces: ' '.repeat(BYTES),
  digits: '1'.repeat(BYTES),
  dots: '1.'.repeat(BYTES / 2),
  address: `0x${'a'.repeat(BYTES)}`,
  mail: `${'a'.repeat(BYTES / 2)}@${'a.'.repeat(BYTES / 4)}`,
  link: `https://${'a-'.repeat(BYTES / 2)}`,
  array: Array.from({ length: 9_000 }, () => 0),
  objects: Array.from({ length: 4_000 }, () => ({ a: 1 })),
  keys: JSON.parse(`{${keys('1', 150_000)}}`),
}

/** Every place of a sample body, the value there replaced. */
function placesOf(value: unknown): ((by: unknown) => unknown)[] {
  if (value === null || typeof value !== 'object') return [(by) => by]
  return [
    (by) => by,
    ...Object.entries(value).flatMap(([name, inner]) =>
      placesOf(inner).map((place) => (by: unknown) => {
        const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
        copy[name] = place(by)
        return copy
      }),
    ),
  ]
}

function expectShort(o: Operation, what: string, answer: Answer): void {
  expect([o.id, what, answer.status < 500 || answer.body?.code === 'chain_not_configured'], answer.text.slice(0, 300)).toEqual([
    o.id,
    what,
    true,
  ])
  if (answer.status < 400) return
  expect([o.id, what, Buffer.byteLength(answer.text) <= MOST_PROBLEM_BYTES], answer.text.slice(0, 300)).toEqual([o.id, what, true])
  expect((answer.body.errors ?? []).length).toBeLessThanOrEqual(MOST_FIELDS)
}

/** The long form asks everything of every operation; the short one everything of some and something of all. */
const LONG = process.env.HOSTILE_LONG === '1'

const MOST_MS = 30
/** On a machine whose other work slows this down, so many times what it costs there to walk through the same body once. */
const MOST_WALKS = 3
const walkMs = async (body: string): Promise<number> => (await costOf(() => JSON.stringify(JSON.parse(body)), 0)).ms
const worst = { ms: 0, of: '' }
const tooDear: [operation: string, what: string, ms: number][] = []
async function sendCheaply(o: Operation, what: string, body: string): Promise<void> {
  const { ms, answer } = await costOf(() => send(o, body), MOST_MS)
  expectShort(o, what, answer)
  if (ms > worst.ms) Object.assign(worst, { ms, of: `${o.id}: ${what}` })
  if (ms > MOST_MS && ms > MOST_WALKS * (await walkMs(body))) tooDear.push([o.id, what, Math.round(ms)])
}

describe('S4 what is refused', () => {
  test('is told in at most 20 errors and 16 kB, with the number of the others', async () => {
    const [first] = withBody()
    const answer = await send(first!, `{${Array.from({ length: 3_000 }, (_, i) => `"nam${i}":1`).join(',')}}`)
    const named = answer.body.errors.length
    expect([answer.status, named <= MOST_FIELDS]).toEqual([422, true])
    expect(named + answer.body.more_errors).toBeGreaterThanOrEqual(3_000)
    expect(answer.body.detail).toMatch(/^30\d\d fields need attention$/)
  })

  test('costs at most 30 ms of the thread that answers, for 256 kB of anything', async () => {
    const operations = withBody()
    // Each is compiled before it is measured.
    for (const o of operations) await send(o, JSON.stringify(sampleOf(o)))
    for (const body of Object.values(WHOLE)) await send(operations[0]!, body)
    for (const [i, o] of operations.entries())
      for (const [j, [what, body]] of Object.entries(WHOLE).entries())
        if (LONG || i === 0 || (i + j) % 16 === 0) await sendCheaply(o, what, body)
    const bombs = Object.entries(BOMBS)
    let turn = 0
    for (const o of operations)
      for (const place of placesOf(sampleOf(o)).slice(1)) {
        const some = LONG ? bombs : turn++ % 2 ? [] : [bombs[(turn >> 1) % bombs.length]!]
        for (const [what, bomb] of some) await sendCheaply(o, `${what} in a field`, JSON.stringify(place(bomb)))
      }
    expect(tooDear).toEqual([])
    console.info(`worst hostile body: ${worst.ms.toFixed(1)} ms (${worst.of})`)
  }, 600_000)
})

test('S4 an address of thousands of parameters is refused as cheaply', async () => {
  const list = api.catalogue.find((o) => o.id === 'offerings.list')!
  const query = Array.from({ length: 4_000 }, (_, i) => `p${i}`).join('&')
  const { ms, answer } = await costOf(() => api.call('GET', `${addressOf(list)}?${query}`, undefined, key), MOST_MS)
  expect([answer.status, ms <= MOST_MS], `${ms} ms`).toEqual([422, true])
})

type Schema = { type?: string | string[]; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[]; oneOf?: Schema[] }

/** Every place in a body that its schema lets be a number, as a change of the sample. */
function numbersOf(schema: Schema | undefined, depth = 0): ((sample: unknown, by: unknown) => unknown)[] {
  if (!schema || depth > 6) return []
  const own = [schema.type].flat().some((type) => type === 'integer' || type === 'number') ? [(_: unknown, by: unknown) => by] : []
  const inner = (schema.anyOf ?? schema.oneOf ?? []).flatMap((one) => numbersOf(one, depth + 1))
  const items = numbersOf(schema.items, depth + 1).map((put) => (sample: unknown, by: unknown) => [
    put(Array.isArray(sample) ? sample[0] : undefined, by),
  ])
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    numbersOf(one, depth + 1).map((put) => (sample: unknown, by: unknown) => {
      const object = sample !== null && typeof sample === 'object' && !Array.isArray(sample) ? (sample as Record<string, unknown>) : {}
      return { ...object, [name]: put(object[name], by) }
    }),
  )
  return [...own, ...inner, ...items, ...named]
}

test('A4 no number is too large, too small or too broken for an answer', async () => {
  let asked = 0
  for (const o of api.catalogue) {
    const described = api.document.paths[o.path][o.method]
    const schema = described.requestBody?.content?.['application/json']?.schema as Schema | undefined
    const samples = o.examples.flatMap((example) => example.request ?? [])
    for (const put of numbersOf(schema))
      for (const number of [2 ** 31, 2 ** 53, 1e308, -1, 0.5]) {
        asked++
        for (const sample of samples.length ? samples.slice(0, 1) : [{}])
          expectShort(o, String(number), await send(o, JSON.stringify(put(sample, number))))
      }
    for (const { name, in: place, schema: of } of described.parameters ?? [])
      if (place === 'query' && numbersOf(of).length && name !== 'wait')
        for (const number of [2 ** 31, 2 ** 53, 1e308, -1, 0.5]) {
          asked++
          const answer = await api.call(o.method.toUpperCase(), `${addressOf(o)}?${name}=${number}`, o.body && sampleOf(o), key)
          expectShort(o, `${name}=${number}`, answer)
        }
  }
  expect(asked).toBeGreaterThan(100)
})

test('A4 a limit of an offering is refused where its column ends, new or changed', async () => {
  const { request } = api.catalogue.find((o) => o.id === 'offerings.create')!.examples[0]!
  const offering = (await api.call('POST', '/v1/offerings', request, key)).body
  for (const field of ['max_holders', 'max_non_accredited'])
    for (const [method, path, body] of [
      ['POST', '/v1/offerings', { ...(request as object), [field]: 3_000_000_000 }],
      ['PATCH', `/v1/offerings/${offering.id}`, { [field]: 3_000_000_000 }],
    ] as const) {
      const answer = await api.call(method, path, body, key)
      expect([answer.status, answer.body.errors]).toMatchObject([422, [{ pointer: `/${field}`, code: 'too_large' }]])
    }
  const most = await api.call('PATCH', `/v1/offerings/${offering.id}`, { max_holders: 2_147_483_647 }, key)
  expect([most.status, most.body.max_holders]).toEqual([200, 2_147_483_647])
})
