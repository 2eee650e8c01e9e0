import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { preparePlace } from '#db/embedded-place.ts'
import { doubleUrls } from '../identity-providers/double.ts'
import { builtProgram, freePort, newDataFolder, removeDataFolder, sharedListFolder } from '../product.ts'
import { makeCertificate } from './certificate.ts'
import { INSTALLATION, type Place } from './installation.ts'
import { writeMadeUpLists } from './made-up-lists.ts'
import { startMailServer } from './mail-server.ts'
import { startProxy } from './proxy.ts'

const root = resolve(import.meta.dirname, '../..')
const HOST = 'sealwright.test'
const READY_MS = 120_000

export type Service = 'web-1' | 'web-2' | 'worker'

/** A PostgreSQL for the installation: the address of its administrator, and what ends it. */
export interface Kept {
  url: string
  stop(): Promise<void>
}

interface Differs {
  /** Another PostgreSQL than the embedded one that is kept running. */
  keep?: (folder: string) => Promise<Kept>
  /** How each process reaches the database, and what else is set for it. */
  envOf?: (name: Service, env: Record<string, string>) => Record<string, string>
}

/** An installation as an operator has it: a database, two web processes, a worker, a proxy with a certificate, a mail server. Answers with what ends it. */
export async function startInstallation({ keep = keepDatabase, envOf = (_, env) => env }: Differs = {}): Promise<() => Promise<void>> {
  const folder = newDataFolder()
  for (const name of ['mails', 'logs', 'pids', 'data', 'lists']) mkdirSync(join(folder, name))
  const [port, web1, web2, workerPort] = [await freePort(), await freePort(), await freePort(), await freePort()]
  const providersPort = await freePort()
  const tls = await makeCertificate([HOST, 'localhost', '127.0.0.1'])
  writeFileSync(join(folder, 'ca.pem'), tls.cert)
  writeFileSync(join(folder, 'key.pem'), tls.key, { mode: 0o600 })
  const database = await keep(folder)
  const databaseUrl = await ownDatabase(database.url)
  const mails = await startMailServer({ folder: join(folder, 'mails'), tls })
  const lists = sharedListFolder() ?? madeUpLists(folder)

  const env = {
    NODE_ENV: 'production',
    PUBLIC_URL: `https://${HOST}:${port}`,
    HOST: '127.0.0.1',
    TRUST_PROXY: '1',
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, 'product'),
    APP_SECRET: randomBytes(32).toString('hex'),
    SMTP_URL: `smtp://localhost:${mails.port}`,
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    FX_SOURCE: 'manual',
    // Longer than the proxy takes to notice.
    DRAIN_SECONDS: '1',
    // The receivers of the tests are on this machine.
    WEBHOOK_ALLOW_PRIVATE: '1',
    SANCTIONS_DIR: lists,
    IDENTITY_PROVIDER_URLS: doubleUrls(`http://127.0.0.1:${providersPort}`),
  }
  const place: Place = {
    folder,
    host: HOST,
    port,
    webs: { 'web-1': web1, 'web-2': web2 },
    env,
    workerPort,
    providersPort,
    databaseUrl,
    adminDatabaseUrl: database.url,
  }
  const services = [
    keepRunning('web-1', envOf('web-1', { ...env, ROLE: 'web', PORT: String(web1) }), folder),
    keepRunning('web-2', envOf('web-2', { ...env, ROLE: 'web', PORT: String(web2) }), folder),
    keepRunning('worker', envOf('worker', { ...env, ROLE: 'worker', PORT: '0', WORKER_PORT: String(workerPort) }), folder),
  ]
  const proxy = await startProxy({ port, tls, upstreams: [web1, web2] })
  const stop = async () => {
    await Promise.all(services.map((one) => one.stop()))
    await proxy.stop()
    await mails.stop()
    await database.stop()
    await removeDataFolder(join(folder, 'data'))
    await removeDataFolder(folder)
  }
  try {
    await Promise.all([web1, web2].map((one) => ready(one, services)))
  } catch (error) {
    // Whoever starts it anew finds no process of this one.
    await stop()
    throw error
  }
  process.env[INSTALLATION] = JSON.stringify(place)
  return stop
}

function madeUpLists(folder: string): string {
  console.log('The real sanctions lists are not here (SHARED_DIR): the installation runs on one that is made up.')
  writeMadeUpLists(join(folder, 'lists'))
  return join(folder, 'lists')
}

/** A PostgreSQL that is started again when it ends, as a service manager does. */
async function keepDatabase(folder: string) {
  const dataDir = join(folder, 'data')
  const start = () => startEmbeddedPostgres({ dataDir, log: () => {} })
  const { data } = preparePlace(dataDir)
  const number = () => readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]!
  const servers = [await start()]
  let stopping = false
  const watching = (async () => {
    for (let pid = number(); ; await delay(50)) {
      writeFileSync(join(folder, 'pids', 'database'), pid)
      while (!stopping && existsSync(`/proc/${pid}`)) await delay(50)
      if (stopping) return
      servers.push(await start())
      pid = number()
    }
  })()
  return {
    url: servers[0]!.url,
    async stop() {
      stopping = true
      await watching
      for (const server of servers) await server.stop()
    },
  }
}

/** A database of its own, whose owner may make the role that the product then works as. */
async function ownDatabase(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('CREATE ROLE operator LOGIN CREATEROLE')
  await client.query('CREATE DATABASE installation OWNER operator')
  await client.end()
  const own = new URL(url)
  own.username = 'operator'
  own.pathname = '/installation'
  return own.href
}

/** Starts a process and starts it again whenever it ends, as a service manager does. Its number is in `pids/<name>`. */
function keepRunning(name: string, env: Record<string, string>, folder: string) {
  const log = createWriteStream(join(folder, 'logs', `${name}.log`), { flags: 'a' })
  let child: ChildProcess
  let stopping = false
  let last = ''
  const ended = (async () => {
    while (!stopping) {
      child = spawn(process.execPath, ['--max-semi-space-size=64', `${builtProgram()}/main.js`], {
        cwd: root,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      for (const stream of [child.stdout!, child.stderr!])
        stream.on('data', (chunk: Buffer) => {
          last = (last + chunk.toString()).slice(-4_000)
          log.write(chunk)
        })
      writeFileSync(join(folder, 'pids', name), String(child.pid))
      await new Promise<void>((done) => {
        child.once('exit', (code, signal) => {
          log.write(`ended: ${code ?? signal}\n`)
          done()
        })
      })
      if (!stopping) await delay(50)
    }
  })()
  return {
    name,
    output: () => last,
    async stop() {
      stopping = true
      child.kill('SIGTERM')
      await ended
      log.end()
    },
  }
}

async function ready(port: number, services: { name: string; output(): string }[]): Promise<void> {
  const deadline = Date.now() + READY_MS
  while (Date.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.status === 200) return
    await delay(100)
  }
  throw new Error(`The installation did not become ready:\n${services.map((one) => `${one.name}:\n${one.output()}`).join('\n')}`)
}
