import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { EVENT_OBJECTS, eventSchema } from '#core/event-schemas.ts'
import { EVENT_TYPES } from '#core/event-types.ts'
import { startApi } from './harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api?.stop())

test('every event type has a schema, at both addresses and in the document, which its example meets', async () => {
  const types = [...EVENT_TYPES.keys()]
  expect(Object.keys(EVENT_OBJECTS).sort()).toEqual([...types].sort())
  expect(Object.keys(api.document.webhooks)).toEqual(types)
  for (const prefix of ['/api/v1', '/v1']) {
    const list = await api.call('GET', `${prefix}/schemas/events`)
    expect(list.body.data.map((one: { type: string }) => one.type)).toEqual(types)
    expect(list.body.data[0].schema).toMatch(new RegExp(`${prefix}/schemas/events/${types[0]}$`))
    expect((await api.call('GET', `${prefix}/schemas/events/no.such`)).status).toBe(404)
  }
  for (const type of types) {
    const { status, body, headers } = await api.call('GET', `/api/v1/schemas/events/${type}`)
    expect([type, status, headers.get('content-type')]).toEqual([type, 200, 'application/schema+json'])
    const [example] = body.examples
    expect([type, eventSchema(type).safeParse(example).error?.issues ?? []]).toEqual([type, []])
    // The published schema, and not only what it was made from, tells a right event from a wrong one.
    const published = z.fromJSONSchema(body)
    expect([type, published.safeParse(example).success]).toEqual([type, true])
    expect([type, published.safeParse({ ...example, type: 'other' }).success]).toEqual([type, false])
  }
})
