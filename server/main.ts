import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { createAuth } from '#core/access/accounts/auth-library.ts'
import { keyCache } from '#core/access/api-keys/authenticate.ts'
import { listenForChanges } from '#core/access/api-keys/listen.ts'
import { tellNewAddresses } from '#core/access/api-keys/new-addresses.ts'
import { ErasedList } from '#core/kernel/keys/erased-list.ts'
import { onceReachable } from '#core/kernel/once-reachable.ts'
import { roleInWords } from '#core/kernel/permissions.ts'
import { Pulse } from '#core/kernel/pulse.ts'
import { RequestLogWriter } from '#core/kernel/request-log.ts'
import type { Log } from '#core/kernel/services.ts'
import { endWaits } from '#core/kernel/wait-for.ts'
import { databaseLimits, type LimitStore, redisLimits } from '#core/record/rate-limits/store.ts'
import { tellAdminStory } from '#core/sandbox/demo/admin-story.ts'
import { tellInvestorStory } from '#core/sandbox/demo/investor-story.ts'
import { seedDemo } from '#core/sandbox/demo/seed.ts'
import { tellDemoStory } from '#core/sandbox/demo/story.ts'
import { tenantWords } from '#core/sources/tenant/production.ts'
import { followLists } from '#core/upkeep/lists/refresh.ts'
import type { Connection } from '#db/connect.ts'
import { closeOtherWays } from '#egress/close-other-ways.ts'
import { egress } from '#egress/gate.ts'
import { startLoop } from '#jobs/loop.ts'
import { startWorker, type Worker } from '#jobs/worker.ts'
import { ResponseSampler } from './api/sample-responses.ts'
import { createApp } from './app.ts'
import { type App, addressOfCaller } from './app-deps.ts'
import { loadCatalogue } from './catalogue.ts'
import { composeServices, type OpenedDatabase, openDatabase } from './compose.ts'
import { Requests } from './drain.ts'
import { readEnv } from './env.ts'
import { refuseExposure } from './exposure.ts'
import { Health, mountHealth } from './health.ts'
import { lingerOver } from './linger.ts'
import { createLog } from './log.ts'
import { ProcessorTime } from './middleware/processor-time.ts'
import { RateLimiter } from './middleware/rate-limit.ts'
import { ownAddress } from './own-address.ts'
import { loadPages } from './pages.ts'
import { plainConnections } from './plain-connections.ts'
import { LogShipper } from './ship-logs.ts'

/** What a start that fails must not leave running. */
let opened: OpenedDatabase | null = null

async function main(): Promise<void> {
  const env = readEnv()
  refuseExposure(env)
  // Vite has a web socket to its pages.
  if (env.mode !== 'development') closeOtherWays()
  const shipper = env.logReceiver && new LogShipper({ ...env.logReceiver, fetch: egress.fetch('logs') })
  const log = createLog(env.logLevel, process.stdout.isTTY === true || !env.production, console.log, shipper?.take)
  if (env.production) {
    for (const sentence of await plainConnections(env)) log.warn({}, sentence)
    if (!env.antivirusUrl) log.warn({}, 'No antivirus looks at the documents people upload: give the address of one in ANTIVIRUS_URL.')
  }
  const shipping = shipper && startLoop('ship lines of the log', 1_000, log, () => shipper.flush())
  const database = await openDatabase(env, log)
  let worker: Worker | null = null
  opened = database
  const services = await onceReachable(log, () =>
    composeServices({ env, connection: database.connection, log, wake: (job) => worker?.wake(job) }),
  )
  const auth = createAuth(services, { secret: services.keyring.derive('sessions'), rateLimit: env.rateLimit })
  const pulse = new Pulse()
  const stopListening = await listenForChanges(database.url, keyCache, services.keyring, log, tenantWords(services.connection), {
    ...{ pulse, renewed: database.connection.renew },
    ...{ erased: new ErasedList(env.dataDir), db: database.connection.db },
  })
  const stopFollowing = followLists(services)
  const demo = env.seedDemo ? await seedDemo(services, auth) : null

  const requestLog = new RequestLogWriter(services)
  const flusher = startLoop('flush', 250, log, async () => {
    await requestLog.flush()
    await keyCache.flushUses(services)
    await tellNewAddresses(services, keyCache)
  })
  if (env.role !== 'web')
    worker = await startWorker({ services, databaseUrl: database.url, smtpUrl: env.smtpUrl, serves: env.role === 'all', pulse })

  const development = env.mode === 'development'
  const httpServer = makeServer()
  const requests = new Requests()
  const limits = env.rateLimit && env.role !== 'worker' ? openLimits(env.redisUrl, database.connection, log) : null
  const health = new Health(requests)
  health.migrated = true
  health.pulse = pulse
  health.shipper = shipper
  const options = {
    development,
    trustProxy: env.trustProxy,
    metricsToken: env.metricsToken,
    localMailbox: !env.smtpUrl && !env.production,
    https: env.publicUrl.startsWith('https:'),
  }
  if (env.role !== 'worker') {
    const pages = await loadPages({ development, httpServer })
    const app = createApp({
      services,
      auth,
      catalogue: await loadCatalogue(),
      pages,
      limiter: new RateLimiter(limits, log),
      processor: new ProcessorTime(limits, env.limits),
      requestLog,
      health,
      sampler: new ResponseSampler({ rate: env.responseSample, health, log }),
      options,
    })
    // The adapter's own Response costs a small answer half of its time less. It breaks the highlighter in development.
    const listener = getRequestListener(app.fetch, { overrideGlobalObjects: !development })
    const addressOf = ownAddress(env.publicUrl)
    const answer = (request: IncomingMessage, response: ServerResponse) => {
      request.url = addressOf(request)
      lingerOver(request, response, () => addressOfCaller(request, env.trustProxy))
      void requests.run(response, () => listener(request, response))
    }
    httpServer.on('request', (request, response) => {
      if (pages.middleware && !/^\/(api|v1|functions|healthz|readyz|metrics|dev\/mailbox|log)(\/|$|\?)/.test(request.url ?? ''))
        pages.middleware(request, response, () => answer(request, response))
      else answer(request, response)
    })
    await listen(httpServer, env, 'PORT')
  } else if (env.workerPort !== null) {
    const app: App = new Hono()
    mountHealth(app, { services, health, options })
    httpServer.on('request', getRequestListener(app.fetch))
    await listen(httpServer, { host: env.host, port: env.workerPort }, 'WORKER_PORT')
  }
  // Told while the product already serves: a first start does not wait for it.
  if (demo && env.seedStory)
    tellDemoStory(services)
      .then(() => tellInvestorStory(services))
      .then(() => tellAdminStory(services))
      .catch((error: Error) => log.error({ error: error.message }, 'the demo story could not be told to its end'))
  announce(env.publicUrl, demo, services.screening.state().warnings)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    endWaits()
    // The windows of a browser under development stay connected for ever.
    await requests.drain(httpServer, { delayMs: env.drainSeconds * 1_000, deadlineMs: development ? 500 : LONGEST_REQUEST_MS })
    stopFollowing()
    await worker?.stop()
    await flusher.stop()
    await requestLog.flush().catch(() => {})
    await stopListening()
    await limits?.close()
    await database.close()
    await shipping?.stop()
    await shipper?.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
  // Started by `npm start`: when that process dies without a word, this one must not stay behind.
  process.on('disconnect', () => void stop())
}

const listen = (server: Server, { host, port }: { host: string; port: number }, setting: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} on ${host} is taken. Stop what listens there, or choose another with ${setting}.`)
          : error,
      ),
    )
    server.listen(port, host, resolve)
  })

/** Of what an ending process still answers: longer than the longest wait a call may ask for. */
const LONGEST_REQUEST_MS = 30_000

function openLimits(redisUrl: string | null, connection: Connection, log: Log): LimitStore {
  const own = databaseLimits(connection)
  return redisUrl ? redisLimits(redisUrl, log, own) : own
}

/** Slow headers end after 15 s; a whole request has five minutes, for files come slowly over poor lines. */
function makeServer(): Server {
  const server = createServer({
    maxHeaderSize: 16_384,
    headersTimeout: 15_000,
    // Longer than proxies keep theirs idle (60 s): who closes first must not be this end, under a call on its way.
    keepAliveTimeout: 75_000,
    requestTimeout: 300_000,
    connectionsCheckingInterval: 5_000,
  })
  server.maxConnections = 10_000
  return server
}

function announce(url: string, demo: Awaited<ReturnType<typeof seedDemo>> | null, warnings: string[]): void {
  console.log(`\nSealwright is at ${url}`)
  if (demo) {
    console.log('\nDemo sign-ins (sandbox data only):')
    for (const user of demo.users) console.log(`  ${user.role.padEnd(8)} ${user.email}  ${user.password}`)
    const { colleague } = demo
    console.log(`  ${colleague.email}  ${colleague.password}, ${roleInWords(colleague.role)} of the issuer’s organisation`)
    console.log(
      `\nTry it:\n  curl -s ${url}/api/v1/wallets/verify -H "Authorization: Bearer ${demo.key}" -H "Content-Type: application/json" \\\n    -d '{"wallet_address":"0x5ea15ea15ea15ea15ea15ea15ea15ea100000002","kyc_data":{"full_name":"Ada Example","date_of_birth":"1990-05-17","country":"US"}}'`,
    )
  }
  for (const warning of warnings) console.log(`\nWarning: ${warning}`)
  console.log('')
}

main().catch(async (error: Error) => {
  console.error(process.env.LOG_LEVEL === 'debug' ? error : `Sealwright cannot start: ${error.message}`)
  await opened?.close().catch(() => {})
  process.exit(1)
})
