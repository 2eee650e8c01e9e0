/**
 * How long the issuer's pages take with 10,000 investors beside 100, over HTTP, rendered on the server. Two organisations in one
 * product; requests alternate between them, so that whatever else the machine does hits both. Fails above three times.
 * Needs the pages built.
 */
import { rmSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { newId } from '#core/ids.ts'
import { deriveKeySet } from '#credentials/keys.ts'
import { newDataKey, sealJson, wrapDataKey } from '#credentials/seal.ts'
import { connect } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { feeEntries, investments, investors, lots, offerings, persons, subjectKeys, users } from '#db/schema.ts'
import { newDataFolder, startProduct } from '../tests/product.ts'

const SIZES = [100, 10_000]
const ROUNDS = Number(process.env.DASHBOARD_ROUNDS ?? 25)
const LIMIT = 3
const SECRET = 'dashboards-bench-secret-of-40-characters-x'
const PASSWORD = 'Bench-Password-1'
const COUNTRIES = ['US', 'DE', 'FR', 'GB', 'SG', 'JP', 'CH', 'NL', 'SE', 'CA']

const dataDir = newDataFolder()
const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
const product = await startProduct({
  dataDir,
  env: { DATABASE_URL: server.url, APP_SECRET: SECRET, RATE_LIMIT: '0', SEED_DEMO: '0', LOG_LEVEL: 'error' },
})
const connection = connect(server.url)

/** An issuer with one open offering and so many investors, all invested, issued and sealed like real ones. */
async function fill(size: number): Promise<{ size: number; cookie: string; offering: string }> {
  const { db } = connection
  const email = `issuer${size}@bench.example`
  product.admin('create-user', '--email', email, '--password', PASSWORD, '--role', 'issuer', '--verified')
  const [user] = await db.select().from(users).where(eq(users.email, email))
  const scope = { organization_id: user!.organization_id, environment: 'sandbox' }
  const { sealing } = deriveKeySet(SECRET)
  const offering = newId('offering')
  const day = 86_400_000
  const now = Date.now()
  await db.insert(offerings).values({
    id: offering,
    ...scope,
    name: `Offering of ${size}`,
    type: 'equity',
    regulation: 'reg_a_plus',
    status: 'open',
    total_supply: '100000000',
    price_per_token: '10',
    minimum_investment: '100',
    maximum_raise: '75000000',
    currency: 'USD',
    amount_raised: String(size * 1_000),
    tokens_issued: String(size * 100),
    investor_count: size,
    first_sale_at: new Date(now - 100 * day),
    created_at: new Date(now - 120 * day),
    updated_at: new Date(now),
  })
  for (let from = 0; from < size; from += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, size - from) }, (_, i) => {
      const n = from + i
      const at = new Date(now - 100 * day + Math.floor((n / size) * 100 * day))
      const person = newId('person')
      return {
        n,
        at,
        person,
        investor: newId('investor'),
        investment: newId('investment'),
        country: COUNTRIES[n % COUNTRIES.length]!,
        key: newDataKey(),
      }
    })
    const base = (r: (typeof rows)[number]) => ({ ...scope, created_at: r.at, updated_at: r.at })
    await db
      .insert(subjectKeys)
      .values(rows.map((r) => ({ id: `person:${r.person}`, ...scope, wrapped_key: wrapDataKey(sealing, `person:${r.person}`, r.key) })))
    await db.insert(persons).values(
      rows.map((r) => ({
        ...base(r),
        id: r.person,
        subject_key_id: `person:${r.person}`,
        pii_sealed: sealJson(r.key, `persons.pii:${r.person}`, { full_name: `Investor ${r.n}` }),
        country: r.country,
      })),
    )
    await db.insert(investors).values(
      rows.map((r) => ({
        ...base(r),
        id: r.investor,
        type: 'individual',
        person_id: r.person,
        country: r.country,
        status: r.n % 10 ? 'verified' : 'pending',
        accreditation_status: 'verified',
        accreditation_expires_at: new Date(now + (30 + (r.n % 60)) * day),
      })),
    )
    await db.insert(investments).values(
      rows.map((r) => ({
        ...base(r),
        id: r.investment,
        offering_id: offering,
        investor_id: r.investor,
        person_id: r.person,
        status: r.n % 20 ? 'accepted' : 'pending',
        amount: '1000',
        token_quantity: '100',
        currency: 'USD',
        accredited: r.n % 3 === 0,
        issued_quantity: '100',
        decision_id: 'none',
      })),
    )
    await db.insert(feeEntries).values(
      rows.map((r) => ({
        ...scope,
        id: newId('fee_entry'),
        offering_id: offering,
        investment_id: r.investment,
        amount: '10',
        raised_after: String((r.n + 1) * 1_000),
        accrued_after: String((r.n + 1) * 10),
        created_at: r.at,
      })),
    )
    await db.insert(lots).values(
      rows.map((r) => ({
        ...scope,
        id: newId('lot'),
        offering_id: offering,
        person_id: r.person,
        investor_id: r.investor,
        wallet_address: `0x${r.n.toString(16).padStart(40, '0')}`,
        quantity: '100',
        acquired_at: r.at,
        acquired_from: 'issuer',
        acquired_under: 'reg_a_plus',
        created_at: r.at,
      })),
    )
  }
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
