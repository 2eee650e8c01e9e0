import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'

interface Upstream {
  port: number
  up: boolean
}

const CHECK_MS = 200

/**
 * A reverse proxy with the certificate, as one stands in front of every installation: each call goes to the next process that
 * says it is ready, Host is kept, and who calls is told. A call that reached no process goes to another; none is ever sent twice.
 */
export async function startProxy(input: { port: number; tls: { cert: string; key: string }; upstreams: number[] }) {
  const upstreams: Upstream[] = input.upstreams.map((port) => ({ port, up: false }))
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  let turn = 0
  const next = (tried: Set<number>) => {
    const able = upstreams.filter((one) => one.up && !tried.has(one.port))
    return able[turn++ % able.length]
  }

  function pass(incoming: IncomingMessage, answer: ServerResponse, tried = new Set<number>()): void {
    const upstream = next(tried)
    if (!upstream) {
      answer.writeHead(503, { 'content-type': 'text/plain', 'x-proxy': 'no upstream' }).end('No process is ready.')
      return
    }
    const { remoteAddress } = incoming.socket
    const forwarded = [incoming.headers['x-forwarded-for'], remoteAddress].filter(Boolean).join(', ')
    let connected = false
    const outgoing = request({
      agent,
      host: '127.0.0.1',
      port: upstream.port,
      method: incoming.method,
      path: incoming.url,
      headers: { ...incoming.headers, 'x-forwarded-for': forwarded, 'x-forwarded-proto': 'https' },
    })
    outgoing.once('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => begin())
      else begin()
    })
    // Only now, so that a call which found nobody can still go elsewhere with its body.
    const begin = () => {
      connected = true
      incoming.pipe(outgoing)
      incoming.once('close', () => {
        if (!incoming.complete) outgoing.destroy()
      })
    }
    outgoing.on('response', (response) => {
      answer.writeHead(response.statusCode!, response.rawHeaders)
      // As proxies do: what its client still sends is read to its end, and no connection is closed under it.
      response.pipe(answer, { end: false })
      response.once('end', () => {
        if (incoming.complete) return answer.end()
        incoming.once('end', () => answer.end())
        incoming.unpipe(outgoing)
        incoming.resume()
      })
      response.once('error', () => answer.destroy())
    })
    outgoing.on('error', () => {
      if (!connected) return pass(incoming, answer, tried.add(upstream.port))
      if (answer.headersSent) answer.destroy()
      else answer.writeHead(502, { 'content-type': 'text/plain', 'x-proxy': 'lost' }).end('The process went away.')
    })
    answer.once('close', () => {
      if (!answer.writableFinished) outgoing.destroy()
    })
  }

  const server = createServer(input.tls, (incoming, answer) => pass(incoming, answer))
  await new Promise<void>((done) => server.listen(input.port, '127.0.0.1', done))
  let stopped = false
  const check = async (one: Upstream) => {
    while (!stopped) {
      one.up =
        (await fetch(`http://127.0.0.1:${one.port}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null))?.status === 200
      await delay(CHECK_MS)
    }
  }
  const checks = upstreams.map(check)
  return {
    async stop() {
      stopped = true
      server.closeAllConnections()
      server.close()
      agent.destroy()
      await Promise.all(checks)
    },
  }
}
