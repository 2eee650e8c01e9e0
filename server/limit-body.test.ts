import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { expect, test } from 'vitest'
import { costOf } from '#tests/cost.ts'
import { limitBody, MAX_FORM } from './limit-body.ts'
import { problem } from './middleware/errors.ts'

const form = (body: string) =>
  new Request('http://localhost/login', { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })

test('S4 a form of half a million fields is refused before it is taken apart', async () => {
  const refuse = async () => {
    const { request, refusal } = limitBody(form('a&'.repeat(500_000)), MAX_FORM)
    await expect(request.formData()).rejects.toThrow()
    expect(refusal()?.code).toBe('body_too_large')
  }
  // Taken apart it cost 1.7 seconds.
  expect((await costOf(refuse, 400)).ms).toBeLessThan(400)
})

const parts = (n: number, name: string) =>
  `${Array.from({ length: n }, (_, i) => `------b\r\nContent-Disposition: ${name}; name="f${i}"\r\n\r\nx\r\n`).join('')}------b--\r\n`
const upload = (body: string, step = body.length) =>
  new Request('http://localhost/dashboard/verification', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=----b' },
    body: Readable.from(Array.from({ length: Math.ceil(body.length / step) }, (_, i) => Buffer.from(body.slice(i * step, (i + 1) * step)))),
    duplex: 'half',
  } as unknown as RequestInit)

test('S4 a form with files and of 150,000 parts is refused before it is taken apart, in any case and any chunks', async () => {
  for (const [body, step] of [[parts(150_000, 'form-data')], [parts(150_000, 'Form-Data')], [parts(3_000, 'form-data'), 7]] as const) {
    const refuse = async () => {
      const { request, refusal } = limitBody(upload(body, step), Number.POSITIVE_INFINITY)
      await expect(request.formData().then(() => 'read')).rejects.toThrow()
      expect(refusal()?.code).toBe('body_too_large')
    }
    // Taken apart it cost seconds.
    expect((await costOf(refuse, 400)).ms).toBeLessThan(400)
  }
})

test('a form with a file is read whole', async () => {
  const { request, refusal } = limitBody(upload(parts(20, 'form-data'), 5), Number.POSITIVE_INFINITY)
  expect([...(await request.formData()).keys()]).toHaveLength(20)
  expect(refusal()).toBeNull()
})

test('a form as people send them is read whole', async () => {
  const { request, refusal } = limitBody(form('email=ada%40people.example&notes=a%26b'), MAX_FORM)
  expect(Object.fromEntries(await request.formData())).toEqual({ email: 'ada@people.example', notes: 'a&b' })
  expect(refusal()).toBeNull()
})

test('S4 a form that comes drop by drop is refused, and a file is waited for', async () => {
  const drops = (type: string) => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(Buffer.from('a=')) })
    return new Request('http://localhost/login', { method: 'POST', headers: { 'content-type': type }, body, duplex: 'half' } as RequestInit)
  }
  for (const type of ['application/x-www-form-urlencoded', 'application/json', 'text/plain']) {
    const { request, refusal } = limitBody(drops(type), MAX_FORM, 20)
    await expect(request.text(), type).rejects.toThrow()
    expect(refusal()).toMatchObject({ code: 'malformed_json', message: 'The body did not arrive within 0.02 seconds.' })
  }
  const { request, refusal } = limitBody(drops('multipart/form-data; boundary=b'), MAX_FORM, 20)
  const reader = request.body!.getReader()
  await reader.read()
  expect(
    await Promise.race([
      reader.read(),
      limitBody(drops('text/plain'), MAX_FORM, 60)
        .request.text()
        .catch(() => 'still waiting'),
    ]),
  ).toBe('still waiting')
  expect(refusal()).toBeNull()
})

test('whoever hangs up while sending is no error of the service', async () => {
  const told: string[] = []
  const say = (_: unknown, message: string) => void told.push(message)
  const log = { error: say, warn: say, info: say } as never
  const ends: Promise<number>[] = []
  const answer = async (request: Request) => {
    const { request: limited } = limitBody(request, MAX_FORM)
    const read = new URL(request.url).pathname === '/form' ? limited.formData() : limited.text()
    return problem(await read.catch((error: unknown) => error), { requestId: 'req_1', publicUrl: 'http://localhost', log })
  }
  const server = createServer(
    getRequestListener((request) => {
      const answered = answer(request)
      ends.push(answered.then(({ status }) => status))
      return answered
    }),
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  for (const [path, type] of [
    ['/text', 'application/json'],
    ['/form', 'application/x-www-form-urlencoded'],
    ['/form', 'multipart/form-data; boundary=b'],
  ]) {
    const before = ends.length
    const socket = connect(port, '127.0.0.1')
    socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ncontent-length: 1000\r\n\r\n--b`)
    await expect.poll(() => ends.length).toBeGreaterThan(before)
    socket.destroy()
    expect(await ends.at(-1), path).toBe(400)
  }
  server.close()
  expect(told).toEqual([])
})
