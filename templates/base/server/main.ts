import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Sealwright } from '@sealwright/sdk'
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { openDatabase } from './database.ts'
import { fetchEvents, workInbox } from './inbox.ts'
import { prepare } from './prepare.ts'

let config: Config
try {
  config = readConfig()
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
await prepare(config)
const db = openDatabase(config.dataDir)
const client = new Sealwright({ apiKey: config.apiKey, baseUrl: config.baseUrl, timeoutMs: 20_000 })
const app = { config, db, client }
const ending = new AbortController()

let working: Promise<unknown> = Promise.resolve()
/** One after the other: events of one object do not overtake each other. */
const wake = () => {
  working = working.then(() => workInbox(app)).catch((error: unknown) => console.error(error))
}
const timer = setInterval(wake, 5_000)
wake()
if (!config.webhookSecret) void fetchEvents(app, wake, ending.signal)

const server = serve({ fetch: createApp(app, wake).fetch, port: config.port, hostname: config.host }, (at: AddressInfo) =>
  console.log(`Running at http://localhost:${at.port}, against the ${config.environment} at ${config.baseUrl}`),
)
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => {
    ending.abort()
    clearInterval(timer)
    server.close(async () => {
      await working
      db.close()
      process.exit(0)
    })
    setTimeout(() => process.exit(0), 5_000).unref()
  })
