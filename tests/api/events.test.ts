import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '#core/kernel/ids.ts'
import { publishCheckpoint } from '#core/record/audit/checkpoint.ts'
import EXAMPLES from '#core/record/events/event-examples.generated.json' with { type: 'json' }
import { EVENT_OBJECTS, eventSchema } from '#core/record/events/event-schemas.ts'
import { EVENT_TYPES } from '#core/record/events/event-types.ts'
import { recordEvents } from '#core/record/events/events.ts'
import { write } from '#core/record/transaction.ts'
import { dispatchEvents } from '#core/record/webhooks/dispatch.ts'
import { webhookEndpoints } from '#db/schema.ts'
import { startApi } from './harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api?.stop())

/** Sent, but by no test that could show one: after five days of failures, on a chain, or to one endpoint alone. */
const NOT_SHOWN = ['webhook_endpoint.recovered', 'ping']

test('every other event is shown as the product really sent it', () => {
  const owed = [...EVENT_TYPES.keys()].filter((type) => !(type in EXAMPLES))
  // Run tools/event-examples.ts when this names a type.
  expect(owed.filter((type) => !NOT_SHOWN.includes(type))).toEqual([])
  for (const [type, event] of Object.entries(EXAMPLES)) expect([type, event.type]).toEqual([type, type])
})

test('access to a protocol is told when it is given and when it is lost; the log to whoever asks for its checkpoints', async () => {
  const { key } = await api.makeKey('sandbox')
  const verify = (scenario?: string) =>
    api.call('POST', '/v1/defi/verify-wallet', { wallet_address: `0x${'7d'.repeat(20)}`, protocol_name: 'Example Lend' }, key, {
      ...(scenario && { 'sandbox-scenario': scenario }),
    })
  const { wallet_id } = (await verify()).body
  for (const scenario of [undefined, '2001', '2001', undefined]) await verify(scenario)
  const { body } = await api.call('GET', `/v1/events?resource_id=${wallet_id}&type=defi.*`, undefined, key)
  expect(body.data.map((event: { type: string }) => event.type).toReversed()).toEqual([
    'defi.access.granted',
    'defi.access.revoked',
    'defi.access.denied',
    'defi.access.granted',
  ])

  const { organizationId, services } = api.ctx('sandbox')
  const at = new Date()
  await services.connection.db.insert(webhookEndpoints).values({
    id: newId('webhook_endpoint'),
    organization_id: organizationId,
    environment: 'sandbox',
    url: 'https://receiver.example/hooks',
    event_types: ['log.checkpoint.published'],
    secret_sealed: '',
    api_version: '2026-11-01',
    created_at: at,
    updated_at: at,
  })
  const { size, note } = await publishCheckpoint(services)
  const told = await api.call('GET', '/v1/events?type=log.checkpoint.published', undefined, key)
  expect(told.body.data).toMatchObject([{ data: { object: { tree_size: size, signature: expect.stringMatching(/^— /) } } }])
  expect(note).toContain(told.body.data[0].data.object.signature)
})

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

test('who listens hears of every event, also of one whose transaction ended after that of a later one', async () => {
  const { key } = await api.makeKey('sandbox')
  const ctx = api.ctx('sandbox')
  const event = (id: string) => ({ type: 'ping' as const, resource: { type: 'test', id }, object: {} })
  const make = (id: string, until?: Promise<void>, made?: () => void) =>
    write(ctx, async (tx) => {
      await recordEvents(tx, ctx, [event(id)])
      made?.()
      await until
      return { result: null, audit: { action: 'tested', category: 'system' } }
    })
  const listen = async (after?: string) => {
    while (await dispatchEvents(api.services));
    const { body } = await api.call('GET', `/v1/events/stream?wait=0${after ? `&after=${after}` : ''}`, undefined, key)
    return body.data as { id: string; resource: { id: string } }[]
  }
  await make('first')
  while (await dispatchEvents(api.services));
  const [first] = (await api.call('GET', '/v1/events?resource_id=first', undefined, key)).body.data

  const may = Promise.withResolvers<void>()
  const made = Promise.withResolvers<void>()
  const slow = make('slow', may.promise, made.resolve)
  await made.promise
  await make('fast')
  const heard = await listen(first.id)
  expect(heard.map((one) => one.resource.id)).toEqual(['fast'])
  may.resolve()
  await slow
  expect((await listen(heard[0]!.id)).map((one) => one.resource.id)).toEqual(['slow'])
  expect((await listen(first.id)).map((one) => one.resource.id)).toEqual(['fast', 'slow'])
})
