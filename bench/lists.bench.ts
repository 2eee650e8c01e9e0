import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { newDataFolder, removeDataFolder, startProduct } from '../tests/product.ts'

/** `GET /api/v1/offerings?limit=100` of a tenant with a million rows beside one with ten thousand, in turns within one run. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 200)
const SIZES = { small: 10_000, large: 1_000_000 }

async function main(): Promise<void> {
  const dataDir = newDataFolder()
  const product = await startProduct({ dataDir, env: { RATE_LIMIT: '0', LOG_LEVEL: 'warn' } })
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  try {
    const keys: Record<string, string> = {}
    for (const [name, rows] of Object.entries(SIZES)) {
      const email = `${name}@bench.example`
      product.admin('create-user', '--email', email, '--password', 'Bench-Mark-2026', '--role', 'issuer', '--verified')
      keys[name] = product.admin('create-key', '--email', email, '--name', name, '--environment', 'sandbox')
      const made = await call(product.url, keys[name], 'POST', '/api/v1/offerings', {
        name: 'Bench Offering',
        regulation: 'reg_d_506c',
        total_supply: 1000,
        price_per_token: '10',
        maximum_raise: '10000',
      })
      const { id } = (await made.json()) as { id: string }
      const { rows: columns } = await client.query<{ name: string }>(
        "select column_name as name from information_schema.columns where table_name = 'offerings' and column_name not in ('id', 'created_at', 'external_id') order by ordinal_position",
      )
      const same = columns.map((column) => `"${column.name}"`).join(', ')
      await client.query(
        `insert into offerings (id, created_at, external_id, ${same})
         select 'off_${name[0]}' || lpad(to_hex(n), 25, '0'), now() - n * interval '1 second', null, ${same}
         from offerings, generate_series(1, $2::int) n where id = $1`,
        [id, rows - 1],
      )
    }
    await client.query('analyze offerings')
    await delay(2_000)
    const times: Record<string, number[]> = { small: [], large: [] }
    for (let round = 0; round < ROUNDS + 20; round++)
      for (const name of Object.keys(SIZES)) {
        const began = performance.now()
        const answer = await call(product.url, keys[name]!, 'GET', '/api/v1/offerings?limit=100')
        const { data } = (await answer.json()) as { data: unknown[] }
        if (data.length !== 100) throw new Error(`${name}: ${data.length} rows`)
        if (round >= 20) times[name]!.push(performance.now() - began)
      }
    const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
    const [small, large] = [middle(times.small!), middle(times.large!)]
    console.log(
      `List of 100: median ${small.toFixed(2)} ms of 10,000 rows, ${large.toFixed(2)} ms of 1,000,000; ratio ${(large / small).toFixed(2)}`,
    )
  } finally {
    await client.end()
    await product.stop()
    await server.stop()
    await removeDataFolder(dataDir)
  }
}

const call = (url: string, key: string, method: string, path: string, body?: object) =>
  fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

await main()
