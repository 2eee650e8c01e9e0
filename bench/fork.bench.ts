import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { newDataFolder, removeDataFolder, startProduct } from '../tests/product.ts'

/** `POST /api/v1/sandbox/fork` of a world of 10,000 rows: wallets, persons, credentials, investors and investments alike. */
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 2_000)
const TIMES = Number(process.env.BENCH_ROUNDS ?? 5)

const dataDir = newDataFolder()
const product = await startProduct({ dataDir, env: { RATE_LIMIT: '0', LOG_LEVEL: 'warn' } })
const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
const client = new pg.Client({ connectionString: server.url })
await client.connect()
product.admin('create-user', '--email', 'bench@example.com', '--password', 'Bench-Mark-2026', '--role', 'issuer', '--verified')
const key = product.admin('create-key', '--email', 'bench@example.com', '--name', 'bench', '--environment', 'sandbox')
// Connections that were closed while those commands held this process up are noticed now.
await delay(100)

async function call(path: string, body: object) {
  const answer = await fetch(`${product.url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return JSON.parse(text)
}
const person = (n: number) => ({
  full_name: `Ada ${String.fromCharCode(97 + (n % 26), 97 + (Math.floor(n / 26) % 26))}${n} Example`,
  date_of_birth: '1990-05-17',
  country: 'US',
})
const address = (n: number) => `0x${(0xada0_0000 + n).toString(16).padStart(40, 'b')}`

try {
  const offering = await call('/offerings', {
    name: 'Bench Offering',
    regulation: 'reg_d_506b',
    total_supply: 1_000_000,
    price_per_token: '10',
    maximum_raise: '10000000',
  })
  let next = 1
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (next < PEOPLE) {
        const n = next++
        await call('/wallets/verify', { wallet_address: address(n), kyc_data: person(n) })
      }
    }),
  )
  const investor = await call('/investors/verify', {
    ...person(0),
    wallet_address: address(0),
    email: 'ada@bench.example',
    address: { line1: '1 Main St', city: 'Reno', state: 'NV', postal_code: '89501' },
    accepted_terms: true,
  })
  const investment = await call('/investments', { offering_id: offering.id, investor_id: investor.investor_id, amount: '100' })
  // The same investor and investment for everybody else.
  await client.query(
    `insert into investors select (jsonb_populate_record(null::investors, to_jsonb(i) || jsonb_build_object(
        'id', 'inv_' || substr(w.id, 5), 'person_id', w.person_id, 'email_hash', null, 'external_id', null))).*
      from investors i, wallets w where i.id = $1 and w.organization_id = i.organization_id and w.person_id <> i.person_id`,
    [investor.investor_id],
  )
  await client.query(
    `insert into investments select (jsonb_populate_record(null::investments, to_jsonb(v) || jsonb_build_object(
        'id', 'ivs_' || substr(i.id, 5), 'investor_id', i.id, 'external_id', null))).*
      from investments v, investors i where v.id = $1 and i.organization_id = v.organization_id and i.id <> v.investor_id`,
    [investment.id],
  )
  const times: number[] = []
  let rows = 0
  for (let i = 0; i < TIMES; i++) {
    const began = performance.now()
    const fork = await call('/sandbox/fork', { label: `Bench ${i}` })
    times.push(performance.now() - began)
    rows = fork.rows
  }
  const middle = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
  console.log(`A sandbox of ${rows.toLocaleString('en')} rows copied in ${middle.toFixed(0)} ms (median of ${TIMES}); asked: under 500 ms`)
} finally {
  await client.end()
  await product.stop()
  await server.stop()
  await removeDataFolder(dataDir)
}
