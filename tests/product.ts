import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { preparePlace } from '#db/embedded-place.ts'

export interface Mail {
  id: string
  to: string
  subject: string
  text: string
  html: string | null
}

/** The real product in a process of its own, on a free port, with a data folder of its own. */
export interface Product {
  url: string
  dataDir: string
  pid: number
  /** Everything it has printed so far. */
  output(): string
  /** Runs the operator's tool on the same data folder and returns what it printed. Throws when it fails. */
  admin(...args: string[]): string
  /** Starts operator.ts on the same data folder. */
  operator(): Promise<Operator>
  /** Waits for a mail to this address whose subject or text has `containing`, and returns the newest one. */
  mailTo(address: string, containing?: string): Promise<Mail>
  /** Ends it as the operator would. Returns its exit code. */
  stop(): Promise<number | null>
  /** Ends it without warning. */
  kill(): Promise<void>
}

/** An operator that stays, for many accounts and keys. */
export interface Operator {
  url: string
  stop(): Promise<void>
}

const root = resolve(import.meta.dirname, '..')
const READY_MS = 120_000
const MAIL_MS = 30_000

/** The official lists of the shared data folder, when that folder is there. */
export function sharedListFolder(): string | null {
  const folder = join(process.env.SHARED_DIR ?? resolve(root, '../shared'), 'data/lists/official')
  return existsSync(join(folder, 'sdn.csv')) ? folder : null
}

/** Makes a data folder. A server run by root is handed to another user, who has to get in. */
export function newDataFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'sealwright-product-'))
  chmodSync(dir, 0o755)
  return dir
}

/** Stops whatever still runs on the data folder and removes it. */
export async function removeDataFolder(dataDir: string): Promise<void> {
  const { base, socketDir, data } = preparePlace(dataDir)
  // The server removes this file as the last thing it does.
  if (existsSync(join(data, 'postmaster.pid'))) {
    const server = await startEmbeddedPostgres({ dataDir, log: () => {} }).catch(() => null)
    await server?.stop()
  }
  for (const path of [socketDir, base, dataDir]) rmSync(path, { recursive: true, force: true })
}

let built = false
/** Where the program is, once the pages and it are built from the sources as they are. */
export function builtProgram(): string {
  if (!built) {
    const run = spawnSync(process.execPath, ['start.mjs', 'build'], { cwd: root, encoding: 'utf8' })
    if (run.status !== 0) throw new Error(run.stderr)
    built = true
  }
  return 'build/program'
}

/** Starts the product and waits until it is ready to serve. */
export async function startProduct(options: {
  dataDir: string
  port?: number
  env?: Record<string, string>
  /** From the sources instead of the built program, for a test that asks which of them did something. */
  fromSources?: boolean
}): Promise<Product> {
  const program = builtProgram()
  const main = options.fromSources ? 'server/main.ts' : `${program}/main.js`
  const port = options.port ?? (await freePort())
  const url = `http://localhost:${port}`
  const env = {
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    ...process.env,
    NODE_ENV: 'production',
    SEALWRIGHT_LOCAL: '1',
    SANCTIONS_SOURCE: 'sample',
    WEBHOOK_ALLOW_PRIVATE: '1',
    SEED_DEMO_STORY: '0',
    ...options.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATA_DIR: options.dataDir,
  }
  const child = spawn(process.execPath, ['--max-semi-space-size=64', main], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  await ready(url, child, () => output)
  return {
    url,
    dataDir: options.dataDir,
    pid: child.pid!,
    output: () => output,
    admin(...args) {
      const run = spawnSync(process.execPath, [`${program}/admin.js`, ...args], { cwd: root, env, encoding: 'utf8' })
      if (run.status !== 0) throw new Error(`admin ${args[0]} ended with ${run.status}: ${run.stderr || run.stdout}`)
      return run.stdout.trim()
    },
    async operator() {
      const helper = spawn(process.execPath, ['tests/operator.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
      const gone = new Promise<void>((done) => helper.once('exit', () => done()))
      const address = new Promise<string>((done) => helper.stdout.once('data', (chunk: Buffer) => done(chunk.toString().trim())))
      const at = await Promise.race([address, gone])
      if (!at) throw new Error('The operator did not start.')
      return {
        url: at,
        async stop() {
          helper.kill('SIGTERM')
          await gone
        },
      }
    },
    mailTo: (address, containing) => waitForMail(url, address, containing),
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function ready(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + READY_MS
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    const response = await fetch(`${url}/readyz`).catch(() => null)
    if (response?.status === 200) return
    await delay(100)
  }
  child.kill('SIGTERM')
  throw new Error(`The product did not become ready:\n${output()}`)
}

/** Waits for a mail to this address whose subject or text has `containing`, and returns the newest one. */
export async function waitForMail(url: string, address: string, containing = ''): Promise<Mail> {
  const deadline = Date.now() + MAIL_MS
  for (;;) {
    const response = await fetch(`${url}/dev/mailbox?to=${encodeURIComponent(address)}`, { headers: { accept: 'application/json' } })
    const { data } = (await response.json()) as { data: Mail[] }
    const mail = data.find((each) => `${each.subject}\n${each.text}`.includes(containing))
    if (mail) return mail
    if (Date.now() > deadline) throw new Error(`No mail to ${address}${containing && ` with "${containing}"`} within ${MAIL_MS / 1000} s.`)
    await delay(200)
  }
}

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })
}
