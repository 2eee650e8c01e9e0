import type { ServiceState, ServiceStatus } from '../lib/status.ts'
import { Status, type Tone } from '../ui/badge.tsx'

export const stateTones: Record<ServiceState, Tone> = { operational: 'good', degraded: 'waiting', outage: 'bad', maintenance: 'neutral' }
const barColours = (uptime: number | null) =>
  uptime === null ? 'bg-rule' : uptime >= 99.9 ? 'bg-verdigris' : uptime >= 98 ? 'bg-ochre' : 'bg-madder'

export const percent = (value: number | null) => (value === null ? 'not measured yet' : `${value.toFixed(2)}%`)
export const milliseconds = (value: number | null) => (value === null ? 'not measured yet' : `${Math.round(value)} ms`)

const shownDays = 30

/** The last thirty days, oldest first; a day without a probe has no figure. */
function lastDays(days: ServiceStatus['days'], now: number) {
  const measured = new Map(days.map((day) => [day.date, day.uptime]))
  return Array.from({ length: shownDays }, (_, index) => {
    const date = new Date(now - (shownDays - 1 - index) * 86_400_000).toISOString().slice(0, 10)
    return { date, uptime: measured.get(date) ?? null }
  })
}

/** One row a service: its state, thirty days of uptime as bars, and its response time. */
export function StatusServices({ services, now }: { services: ServiceStatus[]; now: number }) {
  return (
    <ul className="border-rule border-t">
      {services.map((service) => (
        <li key={service.name} className="grid gap-x-8 gap-y-2 border-rule border-b py-5 md:grid-cols-[3fr_5fr_2fr] md:items-center">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className="font-sans font-semibold tracking-normal">{service.name}</h3>
            <Status tone={stateTones[service.status]}>{service.status}</Status>
          </div>
          <div
            className="flex h-8 items-stretch gap-[3px]"
            role="img"
            aria-label={`Uptime of the last ${shownDays} days: ${percent(service.uptime)}`}
          >
            {lastDays(service.days, now).map((day) => (
              <span
                key={day.date}
                title={`${day.date}: ${percent(day.uptime)}`}
                className={`min-w-0 flex-1 rounded-[1px] ${barColours(day.uptime)}`}
              />
            ))}
          </div>
          <p className="tabular text-[0.9688rem] text-soft md:text-right">
            {percent(service.uptime)} · {milliseconds(service.responseTime)}
          </p>
        </li>
      ))}
    </ul>
  )
}
