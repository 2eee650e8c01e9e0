import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from './harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
beforeAll(async () => {
  api = await startApi({ RATE_LIMIT: '1' })
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api?.stop())

const upload = (path: string, file: string, type: string, again: string) =>
  api.call('POST', path, file, key, { 'content-type': type, 'idempotency-key': again })

test('an upload repeated under its key gets the first answer again, and another file is refused', async () => {
  const { body: investor } = await api.call('POST', '/v1/investors', { full_name: 'Ada Upload', email: 'ada@uploads.example' }, key)
  const id = investor.investor_id ?? investor.id
  const files: [string, string, string, string][] = [
    [`/v1/investors/${id}/documents?kind=passport`, 'application/pdf', '%PDF-1.7 first', '%PDF-1.7 second'],
    ['/v1/sanctions/bulk', 'text/csv', 'name\nAda Upload\n', 'name\nBob Upload\n'],
  ]
  for (const [path, type, file, other] of files) {
    const first = await upload(path, file, type, `again-${path.length}`)
    expect(first.status, first.text).toBeLessThan(300)
    const again = await upload(path, file, type, `again-${path.length}`)
    expect(again.status, path).toBe(first.status)
    expect(again.text, path).toBe(first.text)
    expect(again.headers.get('idempotent-replayed'), path).toBe('true')
    expect((await upload(path, other, type, `again-${path.length}`)).body.code, path).toBe('idempotency_key_reused')
  }
})

test('an organisation sends a few files at a time by its keys, so that slow ones fill no memory', async () => {
  const { body: investor } = await api.call('POST', '/v1/investors', { full_name: 'Bea Upload', email: 'bea@uploads.example' }, key)
  const path = `/v1/investors/${investor.investor_id ?? investor.id}/documents?kind=passport`
  const send = (body: BodyInit) =>
    api.app.request(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/pdf' },
      ...{ body, duplex: 'half' },
    })
  const whole: (() => void)[] = []
  const slow = Array.from({ length: 9 }, (_, n) =>
    send(
      new ReadableStream({
        async start(controller) {
          controller.enqueue(Buffer.from(`%PDF-1.7 slow ${n}`))
          await new Promise<void>((done) => whole.push(done))
          controller.close()
        },
      }),
    ),
  )
  const refused = await Promise.race(slow)
  expect(await refused.json()).toMatchObject({ code: 'rate_limited', detail: expect.stringContaining('"open-uploads"') })
  for (const end of whole) end()
  const statuses = (await Promise.all(slow)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([...Array.from({ length: 8 }, () => 201), 429])
  expect((await send('%PDF-1.7 one more')).status).toBe(201)
})
