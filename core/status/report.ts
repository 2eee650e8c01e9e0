import { desc, gte, sql } from 'drizzle-orm'
import { incidents } from '#db/schema.ts'
import type { Services } from '../services.ts'
import { type ServiceState, STATUS_SERVICES } from './services.ts'

/** Everything the status page shows, as measured by the product itself. What was not measured is null. */
export async function statusReport(services: Services) {
  const { db } = services.connection
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
  const events = await db
    .select()
    .from(incidents)
    .where(gte(incidents.created_at, sql`now() - interval '90 days'`))
    .orderBy(desc(incidents.starts_at))
    .limit(50)
  const now = Date.now()
  const open = events.filter((e) => e.starts_at.getTime() <= now && (e.ends_at === null || e.ends_at.getTime() > now))
  const stateOf = (name: string, row: (typeof recent.rows)[number] | undefined): ServiceState => {
    if (open.some((e) => e.kind === 'maintenance' && e.services.includes(name))) return 'maintenance'
    if (open.some((e) => e.kind === 'incident' && e.services.includes(name)) || (row && !row.last_ok))
      return row && !row.last_ok && Number(row.recent_ok) === 0 ? 'outage' : 'degraded'
    return 'operational'
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
      incidents_30d: events.filter((e) => e.kind === 'incident' && e.starts_at.getTime() > now - 30 * 86_400_000).length,
    },
    services: list,
    response_times: hours.rows.map((h) => ({ at: h.at, ms: round(Number(h.ms), 1) })),
    incidents: events
      .filter((e) => e.kind === 'incident')
      .map((e) => ({
        id: e.id,
        title: e.title,
        status: e.status,
        started_at: e.starts_at.toISOString(),
        resolved_at: e.ends_at?.toISOString() ?? null,
        updates: e.updates.map((u) => ({ at: u.at, text: u.text })),
      })),
    maintenance: events
      .filter((e) => e.kind === 'maintenance' && (e.ends_at === null || e.ends_at.getTime() > now))
      .map((e) => ({
        id: e.id,
        title: e.title,
        starts_at: e.starts_at.toISOString(),
        ends_at: e.ends_at?.toISOString() ?? '',
        text: e.updates[0]?.text ?? '',
      })),
  }
}

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits
