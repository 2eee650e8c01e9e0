import { desc, gte, isNull, or } from 'drizzle-orm'
import type { Queryable } from '#db/connect.ts'
import { incidents } from '#db/schema.ts'

/** What an incident goes through. Every update carries one; `resolved` closes it. */
export const INCIDENT_STATUSES = ['investigating', 'identified', 'monitoring', 'resolved'] as const
/** What a maintenance window goes through. Between its two times it is in progress by itself. */
export const MAINTENANCE_STATUSES = ['scheduled', 'in_progress', 'completed', 'cancelled'] as const
/** What an open incident does to the services it names. */
export const IMPACTS = ['degraded', 'outage'] as const

export const CLOSED: readonly IncidentRow['status'][] = ['resolved', 'completed', 'cancelled']

export type IncidentRow = typeof incidents.$inferSelect

export interface IncidentView {
  id: string
  kind: 'incident' | 'maintenance'
  title: string
  status: string
  open: boolean
  impact: 'degraded' | 'outage'
  services: string[]
  starts_at: string
  ends_at: string | null
  created_at: string
  /** Newest first. */
  updates: { at: string; status: string; text: string }[]
}

/** An incident or maintenance window as admins and the public see it, judged at `now` (ms). */
export function presentIncident(row: IncidentRow, now: number): IncidentView {
  const status = statusAt(row, now)
  return {
    id: row.id,
    kind: row.kind as IncidentView['kind'],
    title: row.title,
    status,
    open: !CLOSED.includes(status),
    impact: row.impact as IncidentView['impact'],
    services: row.services,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updates: [...row.updates].sort((a, b) => (a.at < b.at ? 1 : -1)),
  }
}

/** A planned window begins and ends by the clock; an incident only by what its admins say. */
export function statusAt(row: Pick<IncidentRow, 'kind' | 'status' | 'starts_at' | 'ends_at'>, now: number): IncidentRow['status'] {
  if (row.kind !== 'maintenance' || CLOSED.includes(row.status)) return row.status
  if (row.ends_at && row.ends_at.getTime() <= now) return 'completed'
  return row.starts_at.getTime() <= now ? 'in_progress' : row.status
}

/** Everything that began or was announced in the last `days` days, newest first, at most 100. */
export async function recentIncidents(db: Queryable, days: number, now: number): Promise<IncidentRow[]> {
  const since = new Date(now - days * 86_400_000)
  return db
    .select()
    .from(incidents)
    .where(or(gte(incidents.starts_at, since), isNull(incidents.ends_at), gte(incidents.ends_at, since)))
    .orderBy(desc(incidents.starts_at), desc(incidents.id))
    .limit(100)
}
