import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { preparePlace } from '../db/embedded-place.ts'
import { newDataFolder, type Product, removeDataFolder, sharedListFolder, startProduct } from '../tests/product.ts'

/**
 * Requests per second of `POST /api/v1/sanctions/check` and `POST /api/v1/wallets/verify` (authentication, screening,
 * decision record, audit, all synced to disk) beside a bare Hono JSON endpoint, in turns within one run. The load generator shares
 * the machine, so the ratio says more than the figures; processor time for each request says most.
 */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const CONNECTIONS = 64

interface Target {
  name: string
  url: string
  pid: number
  /** The PostgreSQL server the target writes to. */
  postmaster: number | null
  headers: Record<string, string>
  body: object
  rates: number[]
  microseconds: number[]
  database: number[]
  p99: number[]
}

const address = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'
/** Verified once. */
const known = '0x5ea15ea15ea15ea15ea15ea15ea15ea1000000a2'
/** Never verified, so no wallet is known by it. */
const unknown = '0x5ea15ea15ea15ea15ea15ea15ea15ea1000000a1'

async function main(): Promise<void> {
  const dataDir = newDataFolder()
  const lists = sharedListFolder()
  const product = await startProduct({
    dataDir,
    env: { RATE_LIMIT: '0', LOG_LEVEL: 'warn', ...(lists ? { SANCTIONS_SOURCE: 'official', SANCTIONS_DIR: lists } : {}) },
  })
  const bare = await startBare()
  try {
    const results = () => ({ rates: [], microseconds: [], database: [], p99: [] })
    const check = {
      url: `${product.url}/api/v1/sanctions/check`,
      pid: product.pid,
      postmaster: Number(readFileSync(join(preparePlace(dataDir).data, 'postmaster.pid'), 'utf8').split('\n')[0]),
      headers: { authorization: `Bearer ${makeKey(product)}` },
    }
    const targets: Target[] = [
      {
        name: 'bare Hono JSON endpoint',
        url: `${bare.url}/check`,
        pid: bare.pid,
        postmaster: null,
        headers: {},
        body: { wallet_address: address },
        ...results(),
      },
      { name: 'sanctions/check, address', ...check, body: { wallet_address: unknown }, ...results() },
      { name: 'sanctions/check, address + name', ...check, body: { wallet_address: unknown, full_name: 'Ada Example' }, ...results() },
      {
        name: 'wallets/verify, live credential',
        ...check,
        url: `${product.url}/api/v1/wallets/verify`,
        body: { wallet_address: address, kyc_data: { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' } },
        ...results(),
      },
      // Sealed with its holder's own key, which nothing but the check itself has at hand.
      { name: 'sanctions/check, known wallet', ...check, body: { wallet_address: known }, ...results() },
    ]
    console.log(
      `Lists: ${lists ? 'the official OFAC files' : 'the fictional sample (the shared data folder is absent)'}. ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s each.`,
    )
    await verifyOnce(targets[3]!)
    for (const target of targets) await warmUp(target)
    for (let round = 0; round < ROUNDS; round++) for (const target of targets) await record(target)
    report(targets)
  } finally {
    bare.stop()
    await product.stop()
    await removeDataFolder(dataDir)
  }
}

function makeKey(product: Product): string {
  product.admin('create-user', '--email', 'bench@example.com', '--password', 'Bench-Mark-2026', '--role', 'issuer', '--verified')
  return product.admin('create-key', '--email', 'bench@example.com', '--name', 'bench', '--environment', 'sandbox')
}

const request = (target: Target) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...target.headers },
  body: JSON.stringify(target.body),
})

const measure = (target: Target, duration: number) =>
  autocannon({ url: target.url, connections: CONNECTIONS, duration, ...request(target) })

/** One call by hand first: a benchmark of refusals would look very fast. */
async function warmUp(target: Target): Promise<void> {
  const answer = await fetch(target.url, request(target))
  if (!answer.ok) throw new Error(`${target.name} answered ${answer.status}: ${await answer.text()}`)
  await measure(target, 3)
}

/** Makes `known` the wallet of a person of its own. */
async function verifyOnce(target: Target): Promise<void> {
  const kyc_data = { full_name: 'Grace Example', date_of_birth: '1985-03-04', country: 'US' }
  const answer = await fetch(target.url, request({ ...target, body: { wallet_address: known, kyc_data } }))
  if (!answer.ok) throw new Error(`the known wallet answered ${answer.status}: ${await answer.text()}`)
}

async function record(target: Target): Promise<void> {
  const before = processorMicroseconds([target.pid])
  const databaseBefore = target.postmaster && serverMicroseconds(target.postmaster)
  const result = await measure(target, SECONDS)
  if (result.non2xx || result.errors) throw new Error(`${target.name}: ${result.non2xx} answers were not 2xx, ${result.errors} failed.`)
  target.rates.push(result.requests.total / result.duration)
  target.p99.push(result.latency.p99)
  if (before !== null) target.microseconds.push((processorMicroseconds([target.pid])! - before) / result.requests.total)
  if (databaseBefore) target.database.push((serverMicroseconds(target.postmaster!)! - databaseBefore) / result.requests.total)
}

function report(targets: Target[]): void {
  const bare = median(targets[0]!.rates)
  console.log(`${''.padEnd(32)} requests/s   p99 ms   µs a request: Node  PostgreSQL   requests/s and p99 to the bare endpoint's`)
  const bareP99 = median(targets[0]!.p99)
  for (const { name, rates, p99, microseconds, database } of targets) {
    const columns = [
      median(rates).toFixed(0).padStart(10),
      median(p99).toFixed(0).padStart(8),
      median(microseconds).toFixed(0).padStart(20),
      (database.length ? median(database).toFixed(0) : '').padStart(11),
      (median(rates) / bare).toFixed(3).padStart(12),
      `${(median(p99) / bareP99).toFixed(1)} x`.padStart(10),
    ]
    console.log(`${name.padEnd(32)} ${columns.join(' ')}`)
  }
}

/** Processor time the processes have used, from the kernel; null where it does not say. */
function processorMicroseconds(pids: number[]): number | null {
  try {
    let ticks = 0
    for (const pid of pids) {
      const fields = statOf(pid)
      ticks += Number(fields[11]) + Number(fields[12])
    }
    return ticks * 10_000
  } catch {
    return null
  }
}

/** Processor time a PostgreSQL server has used: of its processes, and of those that ended, which their parent keeps. */
function serverMicroseconds(postmaster: number): number | null {
  const living = processorMicroseconds(childrenOf(postmaster))
  if (living === null) return null
  const fields = statOf(postmaster)
  return living + (Number(fields[13]) + Number(fields[14])) * 10_000
}

const statOf = (pid: number | string) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')

/** The processes of a PostgreSQL server: one a connection, and those that write. */
function childrenOf(postmaster: number): number[] {
  const children: number[] = []
  for (const name of readdirSync('/proc'))
    if (/^\d+$/.test(name))
      try {
        if (Number(statOf(name)[1]) === postmaster) children.push(Number(name))
      } catch {
        // It ended in between.
      }
  return children
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function startBare(): Promise<{ url: string; pid: number; stop(): void }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-hono.ts')], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
    child.once('exit', () => reject(new Error('the bare server did not start')))
  })
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => child.kill('SIGTERM') }
}

await main()
