/**
 * What a wallet and the history of checks cost a tenant with half a million recorded checks, beside one with a thousand, over HTTP; and an
 * address that another tenant checks all the time. Requests alternate, so that whatever else the machine does hits both. Then investments that
 * wait for one issuer's caps, one at a time and eight at once. Fails above three times, when eight at once come to less than one, or when
 * PostgreSQL reads a history without an index.
 */
import { connect } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { newDataFolder, removeDataFolder, startProduct } from '../tests/product.ts'
import { seedOffering } from '../tests/seed-offering.ts'

const SIZES = [1_000, Number(process.env.HISTORY_ROWS ?? 500_000)]
const CHECKS_OF_A_WALLET = 25
const ROUNDS = Number(process.env.HISTORY_ROUNDS ?? 40)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8)
const LIMIT = 3
const SECRET = 'history-bench-secret-of-40-characters-xxx'
const PASSWORD = 'Bench-Password-1'
/** Known to both; the large tenant has a fifth of its checks of it. */
const BUSY = '0x5ea15ea15ea15ea15ea15ea15ea15ea1000000a2'
/** One of the many. */
const RARE = `0x${'11'.padStart(40, '0')}`

const dataDir = newDataFolder()
const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
const product = await startProduct({
  dataDir,
  env: { DATABASE_URL: server.url, APP_SECRET: SECRET, RATE_LIMIT: '0', SEED_DEMO: '0', LOG_LEVEL: 'error' },
})
const { db, pool, close } = connect(server.url)

interface Tenant {
  key: string
  email: string
  organization: string
  wallet: string
}

const call = async (path: string, key: string, body?: object) => {
  const started = performance.now()
  const response = await fetch(`${product.url}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
  return { ms: performance.now() - started, body: JSON.parse(text) }
}

/** A tenant whose checks are copies of one it really made, over as many wallets as make `CHECKS_OF_A_WALLET` of each. */
async function fill(size: number): Promise<Tenant> {
  const email = `history${size}@bench.example`
  product.admin('create-user', '--email', email, '--password', PASSWORD, '--role', 'issuer', '--verified')
  const key = product.admin('create-key', '--email', email, '--name', 'bench', '--environment', 'sandbox')
  const wallet = '0x5EA15Ea15ea15EA15eA15EA15Ea15eA100000002'.toLowerCase()
  await call('/wallets/verify', key, { wallet_address: wallet })
  await call('/wallets/verify', key, { wallet_address: BUSY })
  const { rows } = await pool.query(`select s.id, s.organization_id from screenings s join api_keys k using (organization_id)
    where s.wallet_address is not null and k.id = (select id from api_keys order by created_at desc limit 1) limit 1`)
  const [{ id, organization_id }] = rows
  const columns = (await pool.query(`select column_name from information_schema.columns where table_name = 'screenings'`)).rows
    .map((row) => row.column_name as string)
    .filter((name) => !['id', 'wallet_address', 'created_at'].includes(name))
  const busy = (await pool.query(`select address from wallets where organization_id = $1 and lower(address) = $2`, [organization_id, BUSY]))
    .rows[0]
  await pool.query(
    `insert into screenings (id, wallet_address, created_at, ${columns.join(', ')})
     select 'chk_' || $1::int || '_' || n, case when n % 5 = 0 and $1::int > 1000 then $3 else '0x' || lpad(to_hex(n % greatest(1, $1::int / $4::int)), 40, '0') end,
       now() - make_interval(secs => n * 10), ${columns.map((name) => `s.${name}`).join(', ')}
     from generate_series(1, $1::int) n, screenings s where s.id = $2`,
    [size, id, busy.address, CHECKS_OF_A_WALLET],
  )
  return { key, email, organization: organization_id, wallet }
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
const fail = (condition: boolean) => {
  if (condition) process.exitCode = 1
}

async function compareHistories(tenants: Tenant[]): Promise<void> {
  const reads: Record<string, (tenant: Tenant) => string> = {
    'a known wallet': ({ wallet }) => `/wallets/${wallet}`,
    'a wallet that is checked all the time': () => `/wallets/${BUSY}`,
    'checks of a wallet': () => `/sanctions/checks?limit=25&wallet_address=${RARE}`,
    'checks of the busy wallet': () => `/sanctions/checks?limit=25&wallet_address=${BUSY}`,
    'newest checks': () => '/sanctions/checks?limit=25',
    'checks a month ago': () => `/sanctions/checks?limit=25&created_before=${new Date(Date.now() - 9_000_000).toISOString()}`,
  }
  for (const [name, path] of Object.entries(reads)) {
    const taken = tenants.map(() => [] as number[])
    for (let round = -3; round < ROUNDS; round++)
      for (const [i, tenant] of tenants.entries()) {
        const { ms } = await call(path(tenant), tenant.key)
        if (round >= 0) taken[i]!.push(ms)
      }
    const [few, many] = taken.map(median) as [number, number]
    console.log(
      `${name.padEnd(40)} ${few.toFixed(1).padStart(7)} ms with ${SIZES[0]}, ${many.toFixed(1).padStart(7)} ms with ${SIZES[1]}: ×${(many / few).toFixed(2)}`,
    )
    fail(many / few > LIMIT)
  }
}

/** The very queries of a wallet and of a history, as PostgreSQL plans them on these tables. */
async function explain(tenants: Tenant[]): Promise<void> {
  const busy = (await pool.query('select address from wallets where lower(address) = $1 limit 1', [BUSY])).rows[0].address
  for (const { organization } of tenants)
    for (const [name, where] of [
      ['of a wallet', `and wallet_address = '${RARE}'`],
      ['of the busy wallet', `and wallet_address = '${busy}'`],
      ['newest', ''],
    ] as const) {
      const plan = await pool.query(
        `explain (analyze, buffers, format json) select * from screenings where organization_id = '${organization}' and environment = 'sandbox' ${where} order by created_at desc limit 26`,
      )
      const text = JSON.stringify(plan.rows[0]['QUERY PLAN'])
      const indexes = [...new Set([...text.matchAll(/"Index Name": ?"(\w+)"/g)].map((found) => found[1]))]
      const pages = Number(/"Shared Hit Blocks": ?(\d+)/.exec(text)![1]) + Number(/"Shared Read Blocks": ?(\d+)/.exec(text)![1])
      console.log(`plan ${name.padEnd(18)} ${indexes.join(', ') || 'no index'}: ${pages} pages`)
      fail(!indexes.length || pages > 100)
    }
}

async function investAtOnce({ key, email }: Tenant): Promise<void> {
  const { offering } = await seedOffering(db, { secret: SECRET, issuerEmail: email, size: 2_000 })
  await pool.query('analyze')
  const investors = (await pool.query('select id from investors order by id limit 64')).rows.map((row) => row.id as string)
  const rates: number[] = []
  for (const atOnce of [1, 8]) {
    const taken: number[] = []
    const until = performance.now() + SECONDS * 1_000
    const worker = async (first: number) => {
      for (let n = first; performance.now() < until; n += atOnce) {
        const body = { offering_id: offering, investor_id: investors[n % investors.length], amount: '100', dry_run: true }
        taken.push((await call('/investments', key, body)).ms)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, (_, i) => worker(i)))
    const sorted = taken.sort((a, b) => a - b)
    rates.push(taken.length / SECONDS)
    console.log(
      `investments of one issuer, ${atOnce} at once: ${rates.at(-1)!.toFixed(0)}/s, p50 ${median(sorted).toFixed(0)} ms, p99 ${sorted[Math.floor(sorted.length * 0.99)]!.toFixed(0)} ms`,
    )
  }
  console.log(`eight at once beside one at a time: ×${(rates[1]! / rates[0]!).toFixed(2)}`)
  fail(rates[1]! < rates[0]!)
}

try {
  const tenants: Tenant[] = []
  for (const size of SIZES) tenants.push(await fill(size))
  await pool.query('vacuum analyze screenings')
  await explain(tenants)
  await compareHistories(tenants)
  await investAtOnce(tenants[0]!)
} finally {
  await product.stop()
  await close()
  await server.stop()
  await removeDataFolder(dataDir)
}
