import { sql } from 'drizzle-orm'
import type { Services } from '#core/kernel/services.ts'
import { FRESH_SECONDS } from '#core/screening/lists/age.ts'
import { ratesInForce } from '#core/sources/rates/store.ts'
import { countryRiskTable } from '#engine/tables/country-risk.ts'
import { presentIncident, recentIncidents } from '../incidents/incident.ts'
import { type ServiceState, STATUS_SERVICES } from '../incidents/services.ts'

const SHOWN_DAYS = 30

/** How long measurements are answered from memory: counting a month of probes takes a while, and they come once a minute. */
const KEEP_MS = 15_000
const kept = new WeakMap<Services, { until: number; read: ReturnType<typeof readMeasurements> }>()

async function readMeasurements({ connection: { db } }: Services) {
  const days = await db.execute<{ service: string; day: string; uptime: string }>(
    sql`select service, to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, avg(ok::int) * 100 as uptime from status_probes group by 1, 2 order by 2`,
  )
  const recent = await db.execute<{ service: string; uptime: string; response: string | null; last_ok: boolean; recent_ok: string }>(
    sql`select service, avg(ok::int) * 100 as uptime, avg(duration_ms) filter (where at > now() - interval '24 hours') as response,
        (array_agg(ok order by at desc))[1] as last_ok, avg(ok::int) filter (where at > now() - interval '15 minutes') as recent_ok
        from status_probes group by 1`,
  )
  const hours = await db.execute<{ at: string; ms: string }>(
    sql`select to_char(date_trunc('hour', at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, avg(duration_ms) as ms from status_probes where at > now() - interval '24 hours' group by 1 order by 1`,
  )
  const [first] = (
    await db.execute<{ at: string | null }>(
      sql`select to_char(min(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from status_probes`,
    )
  ).rows
  return { days, recent, hours, first }
}

function measurements(services: Services): ReturnType<typeof readMeasurements> {
  const known = kept.get(services)
  if (known && known.until > performance.now()) return known.read
  const read = readMeasurements(services)
  kept.set(services, { until: performance.now() + KEEP_MS, read })
  // What could not be read is asked for again, not remembered.
  read.catch(() => kept.delete(services))
  return read
}

/** The next report reads the measurements anew; called when there are new ones. */
export const forgetMeasurements = (services: Services): boolean => kept.delete(services)

/** Everything the status page shows, as measured by the product itself. What was not measured is null. */
export async function statusReport(services: Services) {
  const { db } = services.connection
  const { days, recent, hours, first } = await measurements(services)
  const now = Date.now()
  const rows = await recentIncidents(db, SHOWN_DAYS, now)
  const events = rows.map((row) => presentIncident(row, now)).filter((event) => event.status !== 'cancelled')
  const open = events.filter((event) => event.open && Date.parse(event.starts_at) <= now)
  const stateOf = (name: string, row: (typeof recent.rows)[number] | undefined): ServiceState => {
    const here = open.filter((event) => event.services.includes(name))
    if (here.some((event) => event.kind === 'maintenance')) return 'maintenance'
    if (here.some((event) => event.impact === 'outage')) return 'outage'
    if (row && !row.last_ok) return Number(row.recent_ok) === 0 ? 'outage' : 'degraded'
    return here.length ? 'degraded' : 'operational'
  }
  const list = STATUS_SERVICES.map((name) => {
    const row = recent.rows.find((r) => r.service === name)
    return {
      name,
      status: stateOf(name, row),
      uptime: row ? round(Number(row.uptime), 3) : null,
      responseTime: row?.response ? round(Number(row.response), 1) : null,
      days: days.rows.filter((d) => d.service === name).map((d) => ({ date: d.day, uptime: round(Number(d.uptime), 3) })),
    }
  })
  const measured = list.filter((s) => s.uptime !== null)
  const mean = (values: number[]) => (values.length ? values.reduce((a, b) => a + b, 0) / values.length : null)
  const uptime = mean(measured.map((s) => s.uptime!))
  const response = mean(measured.flatMap((s) => (s.responseTime === null ? [] : [s.responseTime])))
  const worst = (['outage', 'degraded', 'maintenance'] as const).find((state) => list.some((s) => s.status === state))
  return {
    overall: worst ?? ('operational' as const),
    measured_since: first?.at ?? null,
    measured: {
      uptime_30d: uptime === null ? null : round(uptime, 3),
      average_response_ms: response === null ? null : round(response, 1),
      incidents_30d: events.filter((e) => e.kind === 'incident' && Date.parse(e.starts_at) > now - SHOWN_DAYS * 86_400_000).length,
    },
    services: list,
    data: await dataOf(services, now),
    response_times: hours.rows.map((h) => ({ at: h.at, ms: round(Number(h.ms), 1) })),
    incidents: events
      .filter((e) => e.kind === 'incident')
      .map((e) => ({
        id: e.id,
        title: e.title,
        status: e.status,
        impact: e.impact,
        services: e.services,
        started_at: e.starts_at,
        resolved_at: e.ends_at,
        updates: e.updates,
      })),
    maintenance: events
      .filter((e) => e.kind === 'maintenance' && e.open)
      .map((e) => ({
        id: e.id,
        title: e.title,
        status: e.status,
        services: e.services,
        starts_at: e.starts_at,
        ends_at: e.ends_at ?? e.starts_at,
        text: e.updates[0]?.text ?? '',
        updates: e.updates,
      })),
  }
}

/** How old the data is that decisions are made from, beside the age at which the platform's own rules hold; organisations may be stricter. */
async function dataOf(services: Services, now: number) {
  const { lists } = services.screening.state()
  const rates = await ratesInForce(services)
  const aged = (source: string, as_of: string, limit_seconds: number | null) => {
    const age_seconds = Math.max(0, Math.floor((now - Date.parse(as_of)) / 1000))
    return { source, as_of, age_seconds, limit_seconds, within: limit_seconds === null || age_seconds <= limit_seconds }
  }
  const table = countryRiskTable(new Date(now).toISOString().slice(0, 10))
  return [
    ...lists.filter(({ source }) => source !== 'sandbox_sample').map((list) => aged(list.source, list.current_at, FRESH_SECONDS)),
    ...(rates ? [aged(`exchange rates (${rates.source})`, `${rates.date}T00:00:00.000Z`, null)] : []),
    ...(table ? [aged(table.version, `${table.published}T00:00:00.000Z`, null)] : []),
  ]
}

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits
