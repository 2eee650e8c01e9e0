import { sql } from 'drizzle-orm'
import { isSameText } from '#core/kernel/same-text.ts'
import { logTrouble } from '#core/record/audit/guard.ts'
import { treeSize } from '#core/record/audit/read-nodes.ts'
import type { App, AppDeps } from './app-deps.ts'
import { callerIp } from './app-deps.ts'
import type { Requests } from './drain.ts'

const BUCKETS = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000]

/** Counters of this process, in Prometheus' terms. */
export class Health {
  migrated = false
  /** Where lines of the log are sent to another system. */
  shipper: { waiting: number; dropped: number } | null = null
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
    entry.count++
    entry.sum += ms
    for (let i = 0; i < BUCKETS.length; i++) if (ms <= BUCKETS[i]!) entry.buckets[i]!++
    this.#counts.set(key, entry)
  }

  /** Counts an answer that was held against its schema. */
  sampled(operation: string, fits: boolean): void {
    const key = `operation="${operation}",fits="${fits}"`
    this.#sampled.set(key, (this.#sampled.get(key) ?? 0) + 1)
  }

  render(extra: Record<string, number>): string {
    const lines = ['# TYPE sealwright_http_request_duration_ms histogram']
    for (const [key, entry] of this.#counts) {
      for (const [i, le] of BUCKETS.entries())
        lines.push(`sealwright_http_request_duration_ms_bucket{${key},le="${le}"} ${entry.buckets[i]}`)
      lines.push(
        `sealwright_http_request_duration_ms_bucket{${key},le="+Inf"} ${entry.count}`,
        `sealwright_http_request_duration_ms_sum{${key}} ${entry.sum.toFixed(3)}`,
        `sealwright_http_request_duration_ms_count{${key}} ${entry.count}`,
      )
    }
    if (this.#sampled.size) lines.push('# TYPE sealwright_responses_sampled_total counter')
    for (const [key, count] of this.#sampled) lines.push(`sealwright_responses_sampled_total{${key}} ${count}`)
    for (const [name, value] of Object.entries(extra)) lines.push(`# TYPE ${name.replace(/\{.*/, '')} gauge`, `${name} ${value}`)
    return `${lines.join('\n')}\n`
  }
}

export function mountHealth(app: App, deps: AppDeps): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }))

  app.get('/readyz', async (c) => {
    const missing: string[] = []
    // Proxies send nothing more here, while what is under way is finished.
    if (deps.health.requests.draining) missing.push('stopping')
    const database = await deps.services.connection.pool.query('select 1').then(
      () => true,
      () => false,
    )
    if (!database) missing.push('database')
    if (!deps.health.migrated) missing.push('migrations')
    const screening = deps.services.screening.state()
    if (!screening.ready) missing.push('screening lists', ...screening.missing, ...screening.expired)
    // Asked only where there is a database to ask.
    const log = database && deps.health.migrated ? await logTrouble(deps.services, () => treeSize(deps.services.connection.db)) : null
    if (log) missing.push('log')
    const body = {
      status: missing.length ? 'not ready' : 'ready',
      missing,
      database,
      migrations: deps.health.migrated,
      log: log ?? 'whole',
      lists: screening.lists,
      index: screening.index,
      lists_missing: screening.missing,
      lists_held: screening.held,
      warnings: screening.warnings,
    }
    return c.json(body, missing.length ? 503 : 200)
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
    const { rows } = await deps.services.connection.db.execute<{ outbox: string; mails: string; deliveries: string; leaves: string }>(
      sql`select (select count(*) from events where dispatched_at is null) as outbox, (select count(*) from mails where status = 'queued') as mails,
          (select count(*) from webhook_deliveries where status = 'pending') as deliveries, (select coalesce(sum(octet_length(leaf_hash)) / 32, 0) from log_pending) as leaves`,
    )
    const memory = process.memoryUsage()
    const screening = deps.services.screening.state()
    return c.text(
      deps.health.render({
        sealwright_outbox_pending: Number(rows[0]!.outbox),
        sealwright_mails_queued: Number(rows[0]!.mails),
        sealwright_webhook_deliveries_pending: Number(rows[0]!.deliveries),
        sealwright_log_leaves_pending: Number(rows[0]!.leaves),
        ...(deps.health.shipper && {
          sealwright_log_lines_waiting: deps.health.shipper.waiting,
          sealwright_log_lines_dropped: deps.health.shipper.dropped,
        }),
        process_resident_memory_bytes: memory.rss,
        process_heap_used_bytes: memory.heapUsed,
        process_uptime_seconds: process.uptime(),
        ...(screening.index && {
          sealwright_screening_entities: screening.index.entities,
          sealwright_screening_names: screening.index.names,
          sealwright_screening_addresses: screening.index.addresses,
          sealwright_screening_index_bytes: screening.index.bytes,
          sealwright_screening_build_ms: screening.index.build_ms,
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
