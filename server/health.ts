import { setTimeout } from 'node:timers/promises'
import type { Pulse, Trouble } from '#core/kernel/pulse.ts'
import { isSameText } from '#core/kernel/same-text.ts'
import { type Gauges, readGauges } from '#core/portal/system/gauges.ts'
import { logTrouble } from '#core/record/audit/guard.ts'
import { treeSize } from '#core/record/audit/read-nodes.ts'
import type { App, AppDeps } from './app-deps.ts'
import { callerIp } from './app-deps.ts'
import type { Requests } from './drain.ts'

/** In seconds, as Prometheus counts time. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What each figure says, for who meets it in a dashboard. */
const HELP: Record<string, string> = {
  sealwright_http_request_duration_seconds: 'Time from the arrival of a request to its answer.',
  sealwright_responses_sampled_total: 'Answers that were held against their published schema.',
  sealwright_database_up: 'Whether the database answers; figures that stand in it are left out while it does not.',
  sealwright_keys_missing: 'Data keys that what is sealed names and nobody has.',
  sealwright_outbox_pending: 'Events that wait to be sent on.',
  sealwright_mails_queued: 'Mails that wait to be sent.',
  sealwright_webhook_deliveries_pending: 'Deliveries of webhooks that wait to be made or repeated.',
  sealwright_log_leaves_pending: 'Entries of the log that no signed head holds yet.',
  sealwright_identity_sessions_pending: 'Sessions of identity that are not ended.',
  sealwright_identity_sessions_stuck: 'Sessions of identity that nothing leads on any more.',
  sealwright_provider_ask_late_seconds: 'How late the provider that waits longest is asked.',
  sealwright_timer_late_seconds: 'How late the oldest timer is that was not dealt with.',
  sealwright_cases_overdue: 'Cases past their deadline.',
  sealwright_revocation_lists: 'Lists of revoked certificates.',
  sealwright_revocation_list_ends_seconds: 'For how long the list that ends first still says anything.',
  sealwright_trust_lists: 'Lists of trusted authorities.',
  sealwright_log_lines_waiting: 'Lines of the log that wait to be sent to another system.',
  sealwright_log_lines_dropped_total: 'Lines of the log that were given up, because their receiver did not take them.',
  sealwright_screening_entities: 'Listed parties in the index.',
  sealwright_screening_names: 'Listed names in the index.',
  sealwright_screening_addresses: 'Listed wallet addresses in the index.',
  sealwright_screening_index_bytes: 'Memory of the index.',
  sealwright_screening_build_seconds: 'Time the newest index took to build.',
  sealwright_screening_bulk_threads: 'Threads that screen in bulk.',
  sealwright_lists_held: 'Versions of lists that were held back.',
  sealwright_lists_missing: 'Required lists that are not in force.',
  sealwright_list_age_seconds: 'Time since a list was last found current.',
  sealwright_list_published_age_seconds: 'Time since a list was published.',
  process_resident_memory_bytes: 'Resident memory of the process.',
  process_heap_used_bytes: 'Heap in use.',
  process_uptime_seconds: 'Time since the process started.',
}

/** Counters of this process, in Prometheus' terms. */
export class Health {
  migrated = false
  /** Where lines of the log are sent to another system. */
  shipper: { waiting: number; dropped: number } | null = null
  /** What keeps this process from its work, as its beats on the database find it; where there are none, the database is asked. */
  pulse: Pick<Pulse, 'trouble' | 'clockWrong'> | null = null
  /** Of a server that answers from the network; it knows when it is about to end. */
  readonly requests: Pick<Requests, 'draining'>
  constructor(requests: Pick<Requests, 'draining'> = { draining: false }) {
    this.requests = requests
  }
  readonly #counts = new Map<string, { count: number; sum: number; buckets: number[] }>()

  readonly #sampled = new Map<string, number>()

  observe(method: string, status: number, ms: number): void {
    const key = `method="${method}",status="${status}"`
    const entry = this.#counts.get(key) ?? { count: 0, sum: 0, buckets: BUCKETS.map(() => 0) }
    const seconds = ms / 1_000
    entry.count++
    entry.sum += seconds
    for (let i = 0; i < BUCKETS.length; i++) if (seconds <= BUCKETS[i]!) entry.buckets[i]!++
    this.#counts.set(key, entry)
  }

  /** Counts an answer that was held against its schema. */
  sampled(operation: string, fits: boolean): void {
    const key = `operation="${operation}",fits="${fits}"`
    this.#sampled.set(key, (this.#sampled.get(key) ?? 0) + 1)
  }

  render(extra: Record<string, number>): string {
    const lines = begin('sealwright_http_request_duration_seconds', 'histogram')
    for (const [key, entry] of this.#counts) {
      for (const [i, le] of BUCKETS.entries())
        lines.push(`sealwright_http_request_duration_seconds_bucket{${key},le="${le}"} ${entry.buckets[i]}`)
      lines.push(
        `sealwright_http_request_duration_seconds_bucket{${key},le="+Inf"} ${entry.count}`,
        `sealwright_http_request_duration_seconds_sum{${key}} ${entry.sum.toFixed(6)}`,
        `sealwright_http_request_duration_seconds_count{${key}} ${entry.count}`,
      )
    }
    if (this.#sampled.size) lines.push(...begin('sealwright_responses_sampled_total', 'counter'))
    for (const [key, count] of this.#sampled) lines.push(`sealwright_responses_sampled_total{${key}} ${count}`)
    const typed = new Set<string>()
    for (const [name, value] of Object.entries(extra)) {
      const metric = name.replace(/\{.*/, '')
      // A type is said once a metric: Prometheus refuses the whole page otherwise.
      if (!typed.has(metric)) lines.push(...begin(metric, metric.endsWith('_total') ? 'counter' : 'gauge'))
      typed.add(metric)
      lines.push(`${name} ${value}`)
    }
    return `${lines.join('\n')}\n`
  }
}

const begin = (metric: string, type: 'counter' | 'gauge' | 'histogram'): string[] => [
  `# HELP ${metric} ${HELP[metric]}`,
  `# TYPE ${metric} ${type}`,
]

const inDatabase = (waiting: Gauges): Record<string, number> => ({
  sealwright_outbox_pending: waiting.outbox,
  sealwright_mails_queued: waiting.mails,
  sealwright_webhook_deliveries_pending: waiting.deliveries,
  sealwright_log_leaves_pending: waiting.leaves,
  ...Object.fromEntries(
    Object.entries(waiting.sessions).map(([status, count]) => [`sealwright_identity_sessions_pending{status="${status}"}`, count]),
  ),
  sealwright_identity_sessions_stuck: waiting.sessionsStuck,
  sealwright_provider_ask_late_seconds: waiting.askAge,
  sealwright_timer_late_seconds: waiting.timerAge,
  sealwright_cases_overdue: waiting.casesOverdue,
  ...Object.fromEntries(
    Object.entries(waiting.revocationLists).map(([state, count]) => [`sealwright_revocation_lists{state="${state}"}`, count]),
  ),
  ...Object.fromEntries(Object.entries(waiting.trustLists).map(([state, count]) => [`sealwright_trust_lists{state="${state}"}`, count])),
  sealwright_revocation_list_ends_seconds: waiting.revocationListEnds,
})

async function withinSeconds<T>(seconds: number, work: Promise<T>): Promise<T> {
  const ended = new AbortController()
  const late = setTimeout(seconds * 1_000, null, { signal: ended.signal, ref: false }).then(() => {
    throw new Error('too late')
  })
  try {
    return await Promise.race([work, late])
  } finally {
    ended.abort()
    late.catch(() => {})
  }
}

/** Whoever asks whether this process is ready waits no longer for the database, and goes elsewhere. */
const READY_SECONDS = 3

function databaseTrouble({ health, services }: HealthDeps): Trouble | null | Promise<Trouble | null> {
  if (health.pulse) return health.pulse.trouble
  return withinSeconds(READY_SECONDS, services.connection.pool.query('select 1')).then(
    () => null,
    () => 'database' as const,
  )
}

const logInTime = (services: HealthDeps['services']): Promise<string | null> =>
  withinSeconds(
    READY_SECONDS,
    logTrouble(services, () => treeSize(services.connection.db)),
  ).catch(() => 'The log could not be looked at: the database does not answer in time.')

async function readiness(deps: HealthDeps) {
  const { screening: lists, keyring } = deps.services
  const missing: string[] = []
  // Proxies send nothing more here, while what is under way is finished.
  if (deps.health.requests.draining) missing.push('stopping')
  const trouble = await databaseTrouble(deps)
  if (trouble) missing.push(trouble)
  const database = trouble === null || trouble === 'clock'
  if (!deps.health.migrated) missing.push('migrations')
  const screening = lists.state()
  if (!screening.ready) missing.push('screening lists', ...screening.missing, ...screening.expired)
  // Asked only where there is a database to ask.
  const log = database && deps.health.migrated ? await logInTime(deps.services) : null
  if (log) missing.push('log')
  if (database) keyring.lost.compareAgain()
  if (keyring.lost.missing) missing.push('keys')
  return {
    status: missing.length ? 'not ready' : 'ready',
    missing,
    database,
    migrations: deps.health.migrated,
    log: log ?? 'whole',
    keys_missing: keyring.lost.missing,
    lists: screening.lists,
    index: screening.index,
    lists_missing: screening.missing,
    lists_held: screening.held,
    warnings: screening.warnings,
  }
}

type HealthDeps = Pick<AppDeps, 'services' | 'health' | 'options'>

/** Whether the process serves, whether it is ready, and its figures: of one that answers calls, and of a worker at its own port. */
export function mountHealth(app: App, deps: HealthDeps): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }))

  app.get('/readyz', async (c) => {
    const body = await readiness(deps)
    return c.json(body, body.missing.length ? 503 : 200)
  })

  app.get('/metrics', async (c) => {
    const ip = callerIp(deps, c.req.raw, c.env)
    // What a proxy on the machine itself hands on comes from elsewhere.
    const handedOn = c.req.header('x-forwarded-for') !== undefined || c.req.header('forwarded') !== undefined
    const local = !handedOn && ip !== null && /^(127\.|::1$|::ffff:127\.)/.test(ip)
    const token = c.req.header('authorization')?.replace(/^Bearer +/i, '') ?? ''
    const expected = deps.options.metricsToken
    const allowed = expected !== null && isSameText(token, expected)
    if (!allowed && !(local && (expected === null || !deps.services.config.production)) && deps.services.config.production)
      return c.text('Metrics need the token of METRICS_TOKEN.\n', 401, { 'www-authenticate': 'Bearer' })
    // While the database is away, what this process knows by itself is what says so.
    deps.services.keyring.lost.compareAgain()
    const waiting = await withinSeconds(5, readGauges(deps.services)).catch(() => null)
    const memory = process.memoryUsage()
    const screening = deps.services.screening.state()
    return c.text(
      deps.health.render({
        sealwright_database_up: waiting ? 1 : 0,
        sealwright_keys_missing: deps.services.keyring.lost.missing,
        ...(waiting && inDatabase(waiting)),
        ...(deps.health.shipper && {
          sealwright_log_lines_waiting: deps.health.shipper.waiting,
          sealwright_log_lines_dropped_total: deps.health.shipper.dropped,
        }),
        process_resident_memory_bytes: memory.rss,
        process_heap_used_bytes: memory.heapUsed,
        process_uptime_seconds: process.uptime(),
        ...(screening.index && {
          sealwright_screening_entities: screening.index.entities,
          sealwright_screening_names: screening.index.names,
          sealwright_screening_addresses: screening.index.addresses,
          sealwright_screening_index_bytes: screening.index.bytes,
          sealwright_screening_build_seconds: screening.index.build_ms / 1_000,
        }),
        sealwright_screening_bulk_threads: screening.bulk_threads,
        sealwright_lists_held: screening.held.length,
        sealwright_lists_missing: screening.missing.length,
        ...Object.fromEntries(screening.lists.map((l) => [`sealwright_list_age_seconds{source="${l.source}"}`, l.age_seconds])),
        ...Object.fromEntries(
          screening.lists.map((l) => [`sealwright_list_published_age_seconds{source="${l.source}"}`, l.published_age_seconds]),
        ),
      }),
      200,
      { 'content-type': 'text/plain; version=0.0.4' },
    )
  })
}
