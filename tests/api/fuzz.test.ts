import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Operation } from '#server/operation.ts'
import { startApi } from './harness.ts'

// Inputs by each operation's own schema, then bent: whatever comes, the answer is a result or a problem, never an accident.

let api: Awaited<ReturnType<typeof startApi>>
let key: string
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api?.stop())

const RUNS = Number(process.env.FUZZ_RUNS ?? 8)
/** The same inputs every time; another seed goes looking for new ones. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)
/** Would take away the key, the world or the time that the next call needs, or wait. */
const APART = new Set(['keys.rotate', 'sandbox.reset', 'sandbox.fork', 'sandbox.clock_move', 'sandbox.snapshot_restore', 'events.stream'])
const LEAKS = /node_modules|\bat .+\.ts:\d+|\.ts:\d+:\d+|\bselect .+ from\b|insert into|syntax error at|violates|constraint|drizzle|pg_/i

type Json = Record<string, unknown>
const ODD = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  '0x',
  'null',
  '\u0000',
  '\u202e',
  'é'.repeat(300),
  '😀',
  "'; drop table users;--",
  '../../etc/passwd',
  '{{7*7}}',
  '9'.repeat(40),
  'x'.repeat(12_000),
]
const ODD_VALUES: unknown[] = [
  ...ODD,
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  2 ** 53,
  1e21,
  [],
  {},
  [[]],
  [null],
  { length: 1e9 },
  { toString: 1 },
  { $gt: '' },
]
const odd = fc.constantFrom(...ODD_VALUES)

/** Something the schema describes. Patterns are not followed: examples and choices are. */
function somethingOf(schema: Json, depth = 0): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (choices) return fc.oneof(...choices.map((choice) => somethingOf(choice, depth)))
  if (Array.isArray(schema.examples) && schema.examples.length) return fc.oneof(fc.constantFrom(...schema.examples), odd)
  switch (schema.type) {
    case 'object': {
      const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>)
      const required = new Set((schema.required ?? []) as string[])
      if (!properties.length || depth > 5) return fc.dictionary(fc.constantFrom('a', 'b.c', '__proto__x', 'name'), odd, { maxKeys: 3 })
      return fc.record(Object.fromEntries(properties.map(([name, inner]) => [name, somethingOf(inner, depth + 1)])), {
        requiredKeys: properties.map(([name]) => name).filter((name) => required.has(name)),
      })
    }
    case 'array':
      return fc.array(somethingOf((schema.items ?? {}) as Json, depth + 1), { maxLength: 4 })
    case 'integer':
      return fc.oneof(fc.integer(), fc.constantFrom(0, 1, -1, Number.MAX_SAFE_INTEGER))
    case 'number':
      return fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0, 1))
    case 'boolean':
      return fc.boolean()
    case 'string':
      return fc.oneof(...LIKELY.map((one) => fc.constant(one)), fc.string({ maxLength: 40, unit: 'binary' }), fc.constantFrom(...ODD))
    default:
      return odd
  }
}
const LIKELY = [
  '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002',
  '2026-11-01',
  '1990-05-17',
  '2026-11-21T00:00:00Z',
  'US',
  'USD',
  '100',
  'Ada Example',
  'ada@people.example',
]

/** One place of the value made odd, taken away, or joined by something nobody asked for. */
function bent(value: unknown, steps: readonly number[], by: unknown): unknown {
  if (value === null || typeof value !== 'object' || !steps.length) return by
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Json
  const names = Object.keys(copy)
  const at = steps[0]! % (names.length + 1)
  if (at === names.length) copy.unexpected = by
  else if (by === undefined) delete copy[names[at]!]
  else copy[names[at]!] = bent(copy[names[at]!], steps.slice(1), by)
  return copy
}

function inputOf(o: Operation): fc.Arbitrary<unknown> {
  const schema = api.document.paths[o.path][o.method].requestBody?.content?.['application/json']?.schema as Json | undefined
  if (!schema) return fc.constant(undefined)
  const examples = o.examples.map((example) => example.request).filter((request) => request !== undefined)
  const whole = examples.length
    ? fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...examples) }, { weight: 1, arbitrary: somethingOf(schema) })
    : somethingOf(schema)
  const steps = fc.array(fc.nat(30), { minLength: 1, maxLength: 4 })
  return fc.oneof(
    { weight: 1, arbitrary: whole },
    { weight: 3, arbitrary: fc.tuple(whole, steps, fc.oneof(odd, fc.constant(undefined))).map(([value, at, by]) => bent(value, at, by)) },
    { weight: 1, arbitrary: odd },
  )
}

test('no input of any operation is an accident', async () => {
  for (const o of api.catalogue.filter((one) => !APART.has(one.id) && !one.upload)) {
    const names = [...o.path.matchAll(/\{(\w+)\}/g)]
    const query = Object.keys((o.query ? api.document.paths[o.path][o.method].parameters : []) ?? {}).length
    const call = fc.record({
      body: inputOf(o),
      id: fc.oneof(
        fc.constantFrom('off_sandbox_open', 'inv_sandbox_verified', 'txn_sandbox_review', '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'),
        fc.constantFrom(...ODD),
        fc.string(),
      ),
      asked: fc.dictionary(
        fc.constantFrom('limit', 'cursor', 'status', 'sort', 'as_of', 'expand[]', 'q', 'wait', 'on_deny'),
        fc.oneof(fc.constantFrom('1', '0', '-1', 'x', 'created_at', '1e9'), fc.constantFrom(...ODD)),
        { maxKeys: query ? 3 : 0 },
      ),
      idempotency: fc.oneof(fc.constant(null), fc.constantFrom('again', 'x'.repeat(255))),
    })
    await fc.assert(
      fc.asyncProperty(call, async ({ body, id, asked, idempotency }) => {
        // A wait is real time, which is another test's.
        const { wait: _, ...search } = asked
        const path = names.reduce((at, [name]) => at.replace(name, encodeURIComponent(id || 'x')), o.path)
        const answer = await api.call(
          o.method.toUpperCase(),
          `/v1${path}?${new URLSearchParams(search)}`,
          o.method === 'get' || body === undefined ? undefined : JSON.stringify(body),
          key,
          idempotency === null ? {} : { 'idempotency-key': idempotency },
        )
        // Without a chain a smart wallet's signature cannot be asked about; that is an answer, not an accident.
        const fine = answer.status < 500 || answer.body?.code === 'chain_not_configured'
        expect([o.id, fine], answer.text.slice(0, 500)).toEqual([o.id, true])
        if (answer.status >= 400) {
          expect(answer.headers.get('content-type')).toContain('application/problem+json')
          expect(answer.body).toMatchObject({ status: answer.status, code: expect.any(String), detail: expect.any(String) })
          expect(answer.text).not.toMatch(LEAKS)
        }
      }),
      { numRuns: RUNS, seed: SEED, interruptAfterTimeLimit: 3_000 },
    )
  }
}, 60_000)
