/** What `GET /api/status` answers: everything measured by the product itself. Absent measurements are null, never guessed. */
type ServiceState = 'operational' | 'degraded' | 'outage' | 'maintenance'

export interface ServiceStatus {
  name: string
  status: ServiceState
  /** Per cent of probes answered in the last 30 days; null before the first probe. */
  uptime: number | null
  /** Milliseconds, mean of the last 24 hours. */
  responseTime: number | null
  /** One entry a day, oldest first, at most 30. */
  days: { date: string; uptime: number | null }[]
}
export interface StatusReport {
  overall: ServiceState
  measured_since: string | null
  measured: { uptime_30d: number | null; average_response_ms: number | null; incidents_30d: number }
  services: ServiceStatus[]
  /** How old the data is that decisions are made from; the limit is null where only the rule that reads it has one. */
  data: { source: string; as_of: string; age_seconds: number; limit_seconds: number | null; within: boolean }[]
  response_times: { at: string; ms: number | null }[]
  incidents: {
    id: string
    title: string
    status: string
    impact: 'degraded' | 'outage'
    services: string[]
    started_at: string
    resolved_at: string | null
    /** Newest first. */
    updates: { at: string; status: string; text: string }[]
  }[]
  maintenance: { id: string; title: string; status: string; services: string[]; starts_at: string; ends_at: string; text: string }[]
}

/** The published figures, shown beside what was measured and labelled as such. */
export const published = {
  uptime: '99.97%',
  response: '187ms',
  incidents: '0',
  services: ['Core API', 'Authentication Service', 'Compliance Engine', 'Blockchain Integration', 'Payment Processing', 'Webhooks'],
}

const shownDays = 30

/** The last thirty days, oldest first; a day without a probe has no figure. */
export function lastDays(days: ServiceStatus['days'], now: number): ServiceStatus['days'] {
  const measured = new Map(days.map((day) => [day.date, day.uptime]))
  return Array.from({ length: shownDays }, (_, index) => {
    const date = new Date(now - (shownDays - 1 - index) * 86_400_000).toISOString().slice(0, 10)
    return { date, uptime: measured.get(date) ?? null }
  })
}
