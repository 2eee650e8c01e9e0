/**
 * How long the issuer's pages take with 10,000 investors beside 100, over HTTP, rendered on the server. Two organisations in one
 * product; requests alternate between them, so that whatever else the machine does hits both. Fails above three times.
 * Needs the pages built.
 */
import { rmSync } from 'node:fs'
import { connect } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { newDataFolder, startProduct } from '../tests/product.ts'
import { seedOffering } from '../tests/seed-offering.ts'

const SIZES = [100, 10_000]
const ROUNDS = Number(process.env.DASHBOARD_ROUNDS ?? 25)
const LIMIT = 3
const SECRET = 'dashboards-bench-secret-of-40-characters-x'
const PASSWORD = 'Bench-Password-1'

const dataDir = newDataFolder()
const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
const product = await startProduct({
  dataDir,
  env: { DATABASE_URL: server.url, APP_SECRET: SECRET, RATE_LIMIT: '0', SEED_DEMO: '0', LOG_LEVEL: 'error' },
})
const connection = connect(server.url)

/** An issuer with one open offering and so many investors, signed in. */
async function fill(size: number): Promise<{ size: number; cookie: string; offering: string }> {
  const email = `issuer${size}@bench.example`
  product.admin('create-user', '--email', email, '--password', PASSWORD, '--role', 'issuer', '--verified')
  const { offering } = await seedOffering(connection.db, { secret: SECRET, issuerEmail: email, size })
  await connection.pool.query('analyze')
  const response = await fetch(`${product.url}/api/accounts/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.url },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const cookie = response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  if (!response.ok || !cookie) throw new Error(`sign-in answered ${response.status}`)
  return { size, cookie, offering }
}

const time = async (path: string, cookie: string) => {
  const started = performance.now()
  const response = await fetch(product.url + path, { headers: { cookie }, redirect: 'manual' })
  const html = await response.text()
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${html.slice(0, 200)}`)
  return performance.now() - started
}
const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

try {
  const issuers = []
  for (const size of SIZES) issuers.push(await fill(size))
  const pages = (offering: string) => ({
    dashboard: '/issuer/dashboard',
    investors: '/issuer/investors?page=3',
    offering: `/issuer/offerings/${offering}`,
    investments: `/issuer/offerings/${offering}?view=investors&sort=amount`,
    'cap table': `/issuer/offerings/${offering}?view=cap-table`,
  })
  for (const page of Object.keys(pages('')) as (keyof ReturnType<typeof pages>)[]) {
    const taken = issuers.map(() => [] as number[])
    for (let round = -3; round < ROUNDS; round++)
      for (const [i, issuer] of issuers.entries()) {
        const ms = await time(pages(issuer.offering)[page], issuer.cookie)
        if (round >= 0) taken[i]!.push(ms)
      }
    const [few, many] = taken.map(median) as [number, number]
    const ratio = many / few
    console.log(
      `${page.padEnd(12)} ${few.toFixed(0).padStart(5)} ms with ${SIZES[0]}, ${many.toFixed(0).padStart(5)} ms with ${SIZES[1]}: ×${ratio.toFixed(2)}`,
    )
    if (ratio > LIMIT) process.exitCode = 1
  }
} finally {
  await product.stop()
  await connection.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
