import { dateTime } from '../lib/dates.ts'

const HOUR_MS = 3_600_000
/** Fewer hours are no course of anything: they are shown as figures. */
const FEWEST = 3

/**
 * The mean of each hour of the last day as a step over that hour, at its true place in time. An hour nobody measured stays empty.
 * Drawn as SVG: no library, readable in print, with its figures in a label.
 */
export function HourChart({
  points,
  until,
  label,
  unit,
}: {
  points: { at: string; value: number }[]
  /** The moment the chart ends, in milliseconds. */
  until: number
  label: string
  unit: string
}) {
  const from = until - 24 * HOUR_MS
  const steps = points.map(({ at, value }) => ({ start: Date.parse(at), end: Math.min(until, Date.parse(at) + HOUR_MS), value }))
  const highest = Math.max(...points.map((point) => point.value))
  if (steps.length === 0) return <p className="py-10 text-center text-soft">No measurement in the last 24 hours.</p>
  if (steps.length < FEWEST)
    return (
      <ul aria-label={label} className="tabular grid gap-1">
        {points.map((point) => (
          <li key={point.at}>
            {dateTime(point.at)} UTC: {Math.round(point.value)} {unit}
          </li>
        ))}
      </ul>
    )
  // The next even figure of as many digits: 2, 4, 40, 600.
  const step = 2 * 10 ** Math.floor(Math.log10(Math.max(highest, 1)))
  const top = Math.ceil(Math.max(highest, 1) / step) * step
  const share = (time: number) => Math.min(1, Math.max(0, (time - from) / (until - from)))
  const y = (value: number) => 200 - (value / top) * 190
  const path = steps
    .map(({ start, end, value }, index) => {
      const joined = steps[index - 1]?.end === start
      return `${joined ? 'V' : `M${share(start) * 1000} `}${y(value)}H${share(end) * 1000}`
    })
    .join('')
  const marks = Array.from({ length: 4 }, (_, index) => (Math.floor(from / (6 * HOUR_MS)) + 1 + index) * 6 * HOUR_MS)
  return (
    <figure>
      <div className="relative">
        <svg
          viewBox="0 0 1000 210"
          preserveAspectRatio="none"
          className="h-44 w-full"
          role="img"
          aria-label={`${label}: highest ${Math.round(highest)} ${unit}`}
        >
          <path
            d={`M0 10H1000M0 105H1000M0 200H1000${marks.map((at) => `M${share(at) * 1000} 200v8`).join('')}`}
            stroke="var(--rule-strong)"
            vectorEffect="non-scaling-stroke"
          />
          <path d={path} fill="none" stroke="var(--seal)" strokeWidth="1.5" vectorEffect="non-scaling-stroke" strokeLinejoin="round" />
        </svg>
        {[top, top / 2, 0].map((value, index) => (
          <span
            key={value}
            aria-hidden
            className="tabular absolute right-0 bg-paper pl-2 text-[0.8125rem] text-soft leading-none"
            style={{ top: `calc(${((10 + index * 95) / 210) * 100}% - 0.4em)` }}
          >
            {value} {unit}
          </span>
        ))}
      </div>
      <div aria-hidden className="tabular relative h-5 text-[0.8125rem] text-soft">
        {marks.map((at) => (
          <span key={at} className="absolute -translate-x-1/2" style={{ left: `${share(at) * 100}%` }}>
            {new Date(at).toISOString().slice(11, 16)}
          </span>
        ))}
      </div>
      <figcaption className="mt-2 flex flex-wrap justify-between gap-x-6 text-[0.875rem] text-soft">
        <span>Mean of each of the last 24 hours, UTC</span>
        <span className="tabular">
          highest {Math.round(highest)} {unit}
        </span>
      </figcaption>
    </figure>
  )
}
