/**
 * Starts the built product so that its screens can be looked at: `node tests/browser/look.ts <data folder> <port> [NAME=value…]`.
 * Prints its address and its database; many-rows.ts fills that.
 */
import { mkdirSync } from 'node:fs'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { startProduct } from '../product.ts'

const [dataDir, port, ...settings] = process.argv.slice(2)
mkdirSync(dataDir!, { recursive: true, mode: 0o755 })
const server = await startEmbeddedPostgres({ dataDir: dataDir!, log: () => {} })
const product = await startProduct({
  dataDir: dataDir!,
  port: Number(port),
  env: {
    DATABASE_URL: server.url,
    APP_SECRET: 'look-secret-of-40-characters-xxxxxxxxxxxx',
    RATE_LIMIT: '0',
    ...Object.fromEntries(settings.map((each) => each.split('=') as [string, string])),
  },
})
console.log(JSON.stringify({ url: product.url, database: server.url }))
const end = async () => {
  await product.stop()
  await server.stop()
  process.exit(0)
}
process.on('SIGTERM', end)
process.on('SIGINT', end)
setInterval(() => {}, 1_000_000)
