import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendWhole } from '#tests/send-whole.ts'
import { limitBody } from './limit-body.ts'
import { lingerOver } from './linger.ts'

const LIMITS = { bytes: 24 * 1024 * 1024, idleMs: 5_000, totalMs: 20_000, perAddress: 3 }

const listener = getRequestListener(async (request) => {
  const { pathname } = new URL(request.url)
  if (pathname === '/begun') for await (const _ of request.body!) break
  if (pathname === '/form')
    await limitBody(request, 1024)
      .request.formData()
      .catch(() => {})
  return new Response('{"code":"body_too_large"}', { status: 413, headers: { 'content-type': 'application/problem+json' } })
})
const server = createServer((request, response) => {
  lingerOver(request, response, () => String(request.headers['x-from'] ?? ''), request.url === '/idle' ? { ...LIMITS, idleMs: 50 } : LIMITS)
  void listener(request, response)
})
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const open = () => connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })

const CLOSE = 'Connection: close'
const CHUNKED = 'Transfer-Encoding: chunked'
test.each([
  ['unread', ['POST / HTTP/1.1', 'Host: a', CLOSE]],
  ['unread, and kept', ['POST / HTTP/1.1', 'Host: a']],
  ['begun', ['POST /begun HTTP/1.1', 'Host: a', CHUNKED]],
  ['begun, and closed', ['POST /begun HTTP/1.1', 'Host: a', CHUNKED, CLOSE]],
  ['a form', ['POST /form HTTP/1.1', 'Host: a', CHUNKED, CLOSE, 'Content-Type: application/x-www-form-urlencoded']],
])('S4 a refusal arrives whole while 20 MB are still sent: %s', async (_, head) => {
  const answer = await sendWhole(open(), head, 20)
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer).toContain('{"code":"body_too_large"}')
})

test('S4 what is refused is not read without end, nor waited for', async () => {
  await expect(sendWhole(open(), ['POST / HTTP/1.1', 'Host: a', CHUNKED], 40)).rejects.toThrow()
  const socket = open()
  socket.write('POST /idle HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nx')
  const [answer] = await once(socket.setEncoding('utf8'), 'data')
  expect(answer).toContain('{"code":"body_too_large"}')
  await once(socket, 'close')
})

test('S4 of one address only so many refused bodies are read at a time; the rest are closed at once', async () => {
  const begin = async (from = 'one') => {
    const socket = open().on('error', () => {})
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nX-From: ${from}\r\nContent-Length: 100\r\n\r\nx`)
    const closed = new Promise<'closed'>((done) => socket.once('close', () => done('closed')))
    await once(socket, 'data')
    return { socket, closed }
  }
  const kept = [await begin(), await begin(), await begin()]
  const over = await begin()
  expect(await over.closed).toBe('closed')
  expect(kept.map(({ socket }) => socket.destroyed)).toEqual([false, false, false])
  const other = await begin('another')
  expect(other.socket.destroyed).toBe(false)
  // One that ends makes room for another.
  kept[0]!.socket.write('x'.repeat(99))
  kept[0]!.socket.end()
  await kept[0]!.closed
  const next = await begin()
  expect(next.socket.destroyed).toBe(false)
  for (const { socket } of [...kept, other, next]) socket.destroy()
})
