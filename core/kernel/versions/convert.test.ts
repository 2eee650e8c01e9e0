import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { API_VERSIONS, CURRENT_VERSION, FIRST_VERSION, VERSIONS } from '../versions.ts'
import recorded from './2026-11-01.recorded.json' with { type: 'json' }
import { CHANGES, eventNow, knownVersion, olderEvent, shapeOf } from './convert.ts'

type Json = Record<string, unknown>
const answers = recorded.answers as Record<string, Json>
const events = recorded.events as unknown as Record<string, { type: string; api_version: string; data: { object: Json } }>
/** As it was sent: the fields and their order. */
const bytes = (value: unknown) => JSON.stringify(value)
const without = (object: Json, ...names: string[]) => Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))

/** What a recorded answer of 2026-11-01 is today, said here once more and not by what is tested. */
function asNow(operation: string, answer: Json): Json {
  const [room] = operation.split('.')
  const gone = { investments: 'token_quantity', offerings: 'regulation_type', holdings: 'sealwrighted_by' }[room!]
  const one = (object: Json): Json => (gone ? without(object, gone) : object)
  const event = (object: Json): Json => ({ ...object, api_version: CURRENT_VERSION })
  if (operation === 'events.get') return event(answer)
  if (operation.startsWith('events.')) return { ...answer, data: (answer.data as Json[]).map(event) }
  if (operation === 'transactions.get') return { ...answer, events: (answer.events as Json[]).map(event) }
  return Array.isArray(answer.data) ? { ...one(answer), data: answer.data.map(one) } : one(answer)
}

test('every answer that was recorded of the first version is made of its present one, to the byte', () => {
  const operations = Object.keys(answers)
  expect(operations.length).toBeGreaterThan(35)
  for (const operation of operations) {
    const then = answers[operation]!
    const now = asNow(operation, then)
    expect(bytes(shapeOf(FIRST_VERSION, operation)!.down(now))).toBe(bytes(then))
    expect(shapeOf(CURRENT_VERSION, operation)).toBeUndefined()
  }
})

test('every event that was recorded of the first version is made of what is stored today, to the byte, and an event of then is one of now', () => {
  for (const [type, then] of Object.entries(events)) {
    const { object } = then.data
    const units = type.startsWith('transaction.') && object.currency === null && { amount: null }
    const stored = { ...without(object, 'token_quantity', 'regulation_type', 'sealwrighted_by'), ...units }
    const now = { ...then, api_version: CURRENT_VERSION, data: { ...then.data, object: stored } }
    // The second person's older name was put behind what is stored.
    const last = 'sealwrighted_by' in object && { sealwrighted_by: object.sealwrighted_by }
    const told = { ...then, data: { ...then.data, object: { ...without(object, 'sealwrighted_by'), ...last } } }
    expect(bytes(olderEvent(FIRST_VERSION, now))).toBe(bytes(told))
    expect(olderEvent(CURRENT_VERSION, now)).toBe(now)
    expect(eventNow(type, object)).toEqual(stored)
    expect(eventNow(type, stored)).toEqual(stored)
  }
})

test('units had an amount, a nested sum its second name, and money is left alone', () => {
  const { down } = shapeOf(FIRST_VERSION, 'transactions.list')!
  const rows = [
    { amount: null, quantity: '10', currency: null },
    { amount: '5', quantity: null, currency: 'USDC' },
    { amount: null, quantity: null, currency: null },
  ]
  expect(bytes(down({ data: rows }))).toBe(bytes({ data: [{ amount: '10', quantity: '10', currency: null }, rows[1], rows[2]] }))
  const sums = shapeOf(FIRST_VERSION, 'offerings.investors')!.down({ data: [{ in_offering: { quantity: '1', issued_quantity: '0' } }] })
  expect(bytes(sums)).toBe('{"data":[{"in_offering":{"quantity":"1","token_quantity":"1","issued_quantity":"0"}}]}')
  expect(shapeOf(FIRST_VERSION, 'credentials.supersede')!.down({ move: null })).toEqual({ move: null })
})

test('what is sent by an older name is read by the present one, and refused by the name that was sent', () => {
  const { up } = shapeOf(FIRST_VERSION, 'investments.create')!
  expect(up({ token_quantity: 5 }).body).toEqual({ quantity: 5 })
  expect(up({ quantity: '5', token_quantity: '5.0' }).body).toEqual({ quantity: '5' })
  expect(up({ quantity: '5' }).body).toEqual({ quantity: '5' })
  expect(up([]).body).toEqual([])
  expect(up('x').body).toBe('x')
  const refused = new AppError('validation_failed', 'No.', { fields: [{ pointer: '/quantity', code: 'invalid_format', detail: 'No.' }] })
  const pointers = (body: object) => (up(body).refusal(refused) as AppError).fields.map(({ pointer }) => pointer)
  expect(pointers({ token_quantity: 'x' })).toEqual(['/token_quantity'])
  expect(pointers({ quantity: '5', token_quantity: 'x' })).toEqual(['/token_quantity'])
  expect(pointers({ quantity: 'x', token_quantity: '5' })).toEqual(['/quantity'])
  const detail = 'quantity and token_quantity differ. Send quantity alone.'
  expect(() => up({ quantity: '5', token_quantity: '6' })).toThrow(
    expect.objectContaining({ fields: [{ pointer: '/token_quantity', code: 'conflicting_fields', detail }] }),
  )
})

test('a version is one that there is: another is refused in words that name those', () => {
  for (const version of API_VERSIONS) expect(knownVersion(version)).toBe(version)
  const said = (asked: string, now?: number, all?: typeof VERSIONS) => {
    try {
      return knownVersion(asked, now, all)
    } catch (error) {
      return `${(error as AppError).code} ${(error as AppError).message}`
    }
  }
  const there = 'Sealwright-Version can be 2026-11-27, 2026-11-01.'
  expect(said('2026-11-02')).toBe(`invalid_header There is no version 2026-11-02 of the API. ${there}`)
  expect(said('2031-01-01')).toBe(`invalid_header There is no version 2031-01-01 of the API yet: 2026-11-27 is the newest. ${there}`)
  for (const odd of ['', 'latest', '2026-11-1', '2026-11-27, 2026-11-01', '1e3'])
    expect(said(odd)).toBe(`invalid_header A version of the API is a date, such as 2026-11-27. ${there}`)
  const ending = [VERSIONS[0]!, { version: '2026-11-01', ends: '2029-01-01' }]
  expect(said('2026-11-01', Date.parse('2028-12-31'), ending)).toBe('2026-11-01')
  expect(said('2026-11-01', Date.parse('2029-01-01'), ending)).toBe(
    'invalid_header Version 2026-11-01 of the API ended on 2029-01-01. Sealwright-Version can be 2026-11-27.',
  )
})

test('versions and their changes go together, newest first', () => {
  expect(API_VERSIONS[0]).toBe(CURRENT_VERSION)
  expect(API_VERSIONS.at(-1)).toBe(FIRST_VERSION)
  expect(API_VERSIONS).toEqual(API_VERSIONS.toSorted().toReversed())
  expect(Object.keys(CHANGES)).toEqual(API_VERSIONS.filter((version) => version !== FIRST_VERSION))
})
