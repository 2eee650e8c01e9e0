import type { State } from '#core/kernel/states/state.ts'
import { shortDate } from '../lib/dates.ts'
import type { ServiceStatus } from '../lib/status.ts'
import { Status } from '../ui/badge.tsx'

/** The height says the same as the colour. */
const barLooks = (uptime: number | null) =>
  uptime === null ? 'h-1 bg-rule-strong' : uptime >= 99.9 ? 'h-full bg-verdigris' : uptime >= 98 ? 'h-2/3 bg-ochre' : 'h-1/3 bg-madder'
/** What the bars mean, best first. */
const legend = [
  [100, '99.9 % and more'],
  [99, '98 % and more'],
  [0, 'less'],
  [null, 'not probed'],
] as const

export const percent = (value: number | null) => (value === null ? 'not measured yet' : `${value.toFixed(2)}%`)
export const milliseconds = (value: number | null) => (value === null ? 'not measured yet' : `${Math.round(value)} ms`)

/** One row a service: its state, thirty days of uptime as bars, and its response time. */
export function StatusServices({ services, looks }: { services: ServiceStatus[]; looks: Record<ServiceStatus['status'], State> }) {
  const days = services[0]!.days
  return (
    <>
      <ul aria-label="Legend" className="mb-4 flex flex-wrap gap-x-5 gap-y-1 text-[0.875rem] text-soft">
        {legend.map(([uptime, words]) => (
          <li key={words} className="flex items-center gap-1.5">
            <span aria-hidden className="flex h-4 w-2 items-end">
              <span className={`w-full rounded-[1px] forced-color-adjust-none ${barLooks(uptime)}`} />
            </span>
            {words}
          </li>
        ))}
        <li className="tabular md:ml-auto">
          Left {shortDate(days[0]!.date)}, right {shortDate(days.at(-1)!.date)}
        </li>
      </ul>
      <ul className="border-rule border-t">
        {services.map((service) => (
          <li key={service.name} className="grid gap-x-8 gap-y-2 border-rule border-b py-5 md:grid-cols-[3fr_5fr_2fr] md:items-center">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h3 className="font-sans font-semibold tracking-normal">{service.name}</h3>
              <Status tone={looks[service.status].tone}>{looks[service.status].word}</Status>
            </div>
            <div
              className="flex h-8 items-end gap-[3px]"
              role="img"
              aria-label={`Uptime of the last ${days.length} days: ${percent(service.uptime)}`}
            >
              {service.days.map((day) => (
                <span
                  key={day.date}
                  title={`${day.date}: ${percent(day.uptime)}`}
                  className={`min-w-0 flex-1 rounded-[1px] forced-color-adjust-none ${barLooks(day.uptime)}`}
                />
              ))}
            </div>
            <p className="tabular text-[0.9688rem] text-soft md:text-right">
              {percent(service.uptime)} · {milliseconds(service.responseTime)}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
