import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { Requests } from './drain.ts'

async function serve() {
  const requests = new Requests()
  const release = Promise.withResolvers<void>()
  const server = createServer((_, response) => {
    void requests.run(response, async () => {
      await release.promise
      response.end('done')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const call = () =>
    new Promise<{ body: string; connection: string | undefined }>((done, fail) => {
      ask({ port, host: '127.0.0.1' }, async (response) => done({ body: await text(response), connection: response.headers.connection }))
        .once('error', fail)
        .end()
    })
  const underWay = () => new Promise<void>((done) => server.once('request', () => done()))
  return { requests, server, release, call, underWay }
}

test('O4 a request under way is answered before the process ends, and its connection is not kept', async () => {
  const { requests, server, release, call, underWay } = await serve()
  const seen = underWay()
  const answer = call()
  await seen
  const drained = requests.drain(server, { delayMs: 50, deadlineMs: 10_000 })
  // Until the proxies have read it, others still come.
  const late = underWay()
  const other = call()
  await late
  expect(requests.draining).toBe(true)
  release.resolve()
  expect([await answer, await other]).toEqual(Array(2).fill({ body: 'done', connection: 'close' }))
  await drained
  await expect(call()).rejects.toThrow(/ECONNREFUSED/)
})

test('what does not end is cut off at the deadline', async () => {
  const { requests, server, call, underWay } = await serve()
  const seen = underWay()
  const answer = call()
  await seen
  await Promise.all([expect(answer).rejects.toThrow(/socket hang up|ECONNRESET/), requests.drain(server, { delayMs: 0, deadlineMs: 100 })])
})
