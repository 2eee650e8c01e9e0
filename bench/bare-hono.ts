import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** The peer of the API benchmark: the same framework, set up as its authors do, answering JSON and doing nothing else. */
const app = new Hono()
app.post('/check', async (c) => {
  const body = (await c.req.json()) as { wallet_address: string }
  return c.json({ success: true, sanctioned: false, wallet_address: body.wallet_address })
})
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (info) => console.log(info.port))
process.on('SIGTERM', () => server.close(() => process.exit(0)))
