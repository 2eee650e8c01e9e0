import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { verifyWebhook } from '../sdks/javascript/index.js'

export interface Delivered {
  id: string
  // biome-ignore lint/suspicious/noExplicitAny: events of any type.
  event: any
}

/** A customer's server that takes webhooks, over TLS where given, and checks each signature by itself. Every ninth event is refused at first. */
export async function startReceiver(tls?: { cert: string; key: string }) {
  const secrets: string[] = []
  const deliveries: Delivered[] = []
  const refused = new Set<string>()
  const faults: string[] = []
  const take: RequestListener = async (request, response) => {
    // Cut off half way with the process that sent it: no delivery.
    const payload = await text(request).catch(() => null)
    if (payload === null) return
    const id = String(request.headers['webhook-id'])
    try {
      // Each signature by itself: that of the shared secret and that of the product's own key.
      for (const secret of secrets) await verifyWebhook({ payload, headers: request.headers, secret })
    } catch (error) {
      faults.push(`${id}: ${error}`)
    }
    deliveries.push({ id, event: JSON.parse(payload) })
    const refuse = deliveries.length % 9 === 0 && !refused.has(id)
    if (refuse) refused.add(id)
    response.writeHead(refuse ? 503 : 204).end()
  }
  const server = tls ? createTlsServer(tls, take) : createServer(take)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `${tls ? 'https://localhost' : 'http://127.0.0.1'}:${(server.address() as AddressInfo).port}/hook`,
    secrets,
    deliveries,
    refused,
    faults,
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((done) => server.close(() => done()))
    },
  }
}
