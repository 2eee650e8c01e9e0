import { sql } from 'drizzle-orm'
import type { Services } from '#core/kernel/services.ts'
import { FRESH_SECONDS, USABLE_SECONDS } from '#core/screening/lists/age.ts'
import { type Gauges, readGauges } from './gauges.ts'

type CheckState = 'good' | 'waiting' | 'bad' | 'unknown'

/** One thing that can be wrong: how it is, the figure that says so, and what that means. */
export interface SystemCheck {
  id: string
  label: string
  state: CheckState
  value: string
  detail: string
}

type InDatabase = Pick<Services, 'connection' | 'log'>
type Probe<S = InDatabase> = (services: S, gauges: Promise<Gauges>) => Promise<Omit<SystemCheck, 'id' | 'label'>>
type Row = Record<string, string | null>

const one = async (services: InDatabase, query: ReturnType<typeof sql>): Promise<Row> =>
  (await services.connection.db.execute<Row>(query)).rows[0]!
const seconds = (value: string | null | undefined) => (value === null || value === undefined ? 0 : Math.max(0, Math.round(Number(value))))

/** A span in words: `45 s`, `12 min`, `3 h`, `2 d`. */
function span(total: number): string {
  if (total < 120) return `${total} s`
  if (total < 7_200) return `${Math.round(total / 60)} min`
  if (total < 172_800) return `${Math.round(total / 3_600)} h`
  return `${Math.round(total / 86_400)} d`
}
const state = (value: number, waiting: number, bad: number): CheckState => (value >= bad ? 'bad' : value >= waiting ? 'waiting' : 'good')

const outbox: Probe = async (services) => {
  const row = await one(
    services,
    sql`select count(*) as waiting, extract(epoch from now() - min(created_at)) as age from events where dispatched_at is null`,
  )
  const age = seconds(row.age)
  return {
    state: state(age, 10, 120),
    value: `${row.waiting} waiting`,
    detail: Number(row.waiting)
      ? `The oldest event has waited ${span(age)} to be handed on.`
      : 'Every event has been handed on to its webhooks.',
  }
}

const webhooks: Probe = async (services) => {
  const row = await one(
    services,
    sql`select (select count(*) from webhook_endpoints where status = 'enabled' and failing_since is not null) as failing,
      (select count(*) from webhook_endpoints where status = 'disabled') as disabled,
      (select count(*) from webhook_deliveries where status = 'pending') as pending,
      (select extract(epoch from now() - min(next_attempt_at)) from webhook_deliveries where status = 'pending' and next_attempt_at < now()) as late`,
  )
  const late = seconds(row.late)
  const failing = Number(row.failing)
  return {
    state: late >= 120 ? 'bad' : failing > 0 || late >= 30 ? 'waiting' : 'good',
    value: `${failing} failing`,
    detail: `${row.pending} deliveries wait for their next attempt${late >= 30 ? `, the latest ${span(late)} overdue` : ''}. ${row.disabled} endpoints are disabled.`,
  }
}

const mail: Probe = async (services) => {
  const row = await one(
    services,
    sql`select count(*) filter (where status = 'queued') as queued, count(*) filter (where status = 'failed') as failed,
      extract(epoch from now() - min(created_at) filter (where status = 'queued')) as age from mails where status in ('queued', 'failed')`,
  )
  const age = seconds(row.age)
  const failed = Number(row.failed)
  return {
    state: failed > 0 || age >= 900 ? 'bad' : age >= 60 ? 'waiting' : 'good',
    value: `${row.queued} queued`,
    detail: failed
      ? `${failed} could not be sent and were given up; they are listed below.`
      : age
        ? `The oldest has waited ${span(age)}.`
        : 'Nothing is waiting.',
  }
}

const lists: Probe<Pick<Services, 'screening'>> = async ({ screening }) => {
  const now = screening.state()
  const official = now.lists.filter((list) => list.source !== 'sandbox_sample')
  const oldest = Math.max(0, ...official.map((list) => list.age_seconds))
  if (!now.official)
    return { state: 'bad', value: 'none', detail: 'No official sanctions list is loaded: production checks are refused, none is cleared.' }
  if (now.missing.length)
    return {
      state: 'bad',
      value: 'incomplete',
      detail: `Required and not loaded: ${now.missing.join(', ')}. Production checks are refused, none is cleared.`,
    }
  const exposed = screening.wantsExposed
    ? ''
    : ' No list of politically exposed persons is wanted (PEP_DIR, PEP_URL): nobody is looked up in one.'
  const held = now.held.length ? ` Held back: ${now.held.map((one) => one.source).join(', ')}.` : ''
  return {
    state: state(Math.max(oldest, held ? FRESH_SECONDS : 0), FRESH_SECONDS, USABLE_SECONDS),
    value: `${official.length} loaded`,
    detail: `The oldest was last known to be current ${span(oldest)} ago. After ${span(FRESH_SECONDS)} checks turn to review, after ${span(USABLE_SECONDS)} they are refused.${held}${exposed}`,
  }
}

const log: Probe = async (services) => {
  const row = await one(
    services,
    sql`select (select coalesce(sum(octet_length(leaf_hash)) / 32, 0) from log_pending) as pending, (select coalesce(max(leaf_index) + 1, 0) from log_entries) as size,
      (select extract(epoch from now() - a.timestamp) from log_pending p join audit_logs a on a.id = split_part(p.audit_id, ',', 1) order by p.position limit 1) as lag,
      (select extract(epoch from now() - max(created_at)) from log_checkpoints) as signed`,
  )
  const lag = seconds(row.lag)
  return {
    state: state(lag, 10, 120),
    value: `${Number(row.size).toLocaleString('en-GB')} leaves`,
    detail: `${row.pending} leaves wait for their place${lag ? `, the first for ${span(lag)}` : ''}. The newest checkpoint was signed ${row.signed === null ? 'never' : `${span(seconds(row.signed))} ago`}.`,
  }
}

const deadlines: Probe = async (_, gauges) => {
  const { timerAge, casesOverdue } = await gauges
  return {
    state: state(timerAge, 180, 900),
    value: timerAge ? `${span(timerAge)} late` : 'on time',
    detail: `${timerAge ? 'What falls due is done late: look whether a worker runs, and at the queue run-due below.' : 'Everything that fell due was done.'} ${casesOverdue} cases are past their deadline.`,
  }
}

const identity: Probe = async (_, gauges) => {
  const { sessions, sessionsStuck, askAge } = await gauges
  const { open, processing, in_review } = sessions
  return {
    state: sessionsStuck > 0 ? 'bad' : state(askAge, 1_800, 7_200),
    value: sessionsStuck ? `${sessionsStuck} stuck` : `${open + processing + in_review} going on`,
    detail: `${open} open, ${processing} with a provider, ${in_review} with a reviewer.${
      sessionsStuck ? ' Those that are stuck are past their time or in review without a case.' : ''
    }${askAge >= 1_800 ? ` A provider has not been asked how a check stands for ${span(askAge)} longer than it should.` : ''}`,
  }
}

const database: Probe = async (services) => {
  const row = await one(
    services,
    sql`select pg_database_size(current_database()) as size, current_setting('server_version') as version,
      (select count(*) from pg_stat_activity where datname = current_database()) as used, current_setting('max_connections')::int as allowed,
      (select extract(epoch from now() - min(xact_start)) from pg_stat_activity where datname = current_database() and state <> 'idle') as longest`,
  )
  const used = Number(row.used) / Number(row.allowed)
  const longest = seconds(row.longest)
  return {
    state: used > 0.9 || longest > 600 ? 'bad' : used > 0.7 || longest > 60 ? 'waiting' : 'good',
    value: bytes(Number(row.size)),
    detail: `PostgreSQL ${row.version}, ${row.used} of ${row.allowed} connections in use${longest > 60 ? `, a transaction open for ${span(longest)}` : ''}.`,
  }
}

const memory: Probe = async () => {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  return {
    state: state(rss / 2 ** 20, 1_536, 3_072),
    value: bytes(rss),
    detail: `${bytes(heapUsed)} of ${bytes(heapTotal)} heap, ${bytes(external)} outside it. Up ${span(Math.round(process.uptime()))}, Node ${process.versions.node}.`,
  }
}

const errors: Probe = async (services) => {
  const row = await one(
    services,
    sql`select count(*) filter (where created_at > now() - interval '1 hour') as hour, count(*) as day
      from monitoring_logs where level = 'error' and created_at > now() - interval '24 hours'`,
  )
  return {
    state: state(Number(row.hour), 1, 50),
    value: `${row.day} in 24 h`,
    detail: `${row.hour} reported by browsers in the last hour.`,
  }
}

type Listed<S> = readonly [id: string, label: string, probe: Probe<S>]

const IN_DATABASE: readonly Listed<InDatabase>[] = [
  ['outbox', 'Event outbox', outbox],
  ['webhooks', 'Webhooks', webhooks],
  ['mail', 'Mail queue', mail],
  ['log', 'Audit log', log],
  ['deadlines', 'Deadlines', deadlines],
  ['identity', 'Identity sessions', identity],
  ['database', 'Database', database],
]
const IN_PROCESS: readonly Listed<Services>[] = [
  ['lists', 'Sanctions lists', lists],
  ...IN_DATABASE,
  ['memory', 'Memory', memory],
  ['errors', 'Errors', errors],
]

/** Runs every check. One that cannot be read says so and holds up none of the others. */
export const runChecks = (services: Services): Promise<SystemCheck[]> => run(services, IN_PROCESS)

/** Those that the database alone answers. */
export const runDatabaseChecks = (services: InDatabase): Promise<SystemCheck[]> => run(services, IN_DATABASE)

async function run<S extends InDatabase>(services: S, probes: readonly Listed<S>[]): Promise<SystemCheck[]> {
  // Two checks tell of them.
  const gauges = readGauges(services)
  return Promise.all(
    probes.map(async ([id, label, probe]) => {
      try {
        return { id, label, ...(await probe(services, gauges)) }
      } catch (error) {
        services.log.warn({ check: id, error: (error as Error).message }, 'system check failed')
        return { id, label, state: 'unknown' as const, value: 'not read', detail: 'This could not be measured. The server log says why.' }
      }
    }),
  )
}

/** `1.4 GB`, `312 MB`. */
function bytes(value: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let rest = value
  let unit = 0
  while (rest >= 1024 && unit < units.length - 1) {
    rest /= 1024
    unit++
  }
  return `${rest >= 100 || unit === 0 ? Math.round(rest) : rest.toFixed(1)} ${units[unit]}`
}
