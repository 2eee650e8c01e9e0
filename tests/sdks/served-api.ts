import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { startApi } from '../api/harness.ts'

/** The API over HTTP, under an address that it knows as its own: what it signs and links to says so. */
export async function startServedApi() {
  let answer: (request: Request) => Response | Promise<Response> = () => new Response(null, { status: 503 })
  const server = await new Promise<ReturnType<typeof serve>>((done) => {
    const started = serve({ fetch: (request) => answer(request), port: 0, hostname: '127.0.0.1' }, () => done(started))
  })
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const api = await startApi({ PUBLIC_URL: url })
  answer = (request) => api.app.fetch(request)
  return { api, server, url }
}
