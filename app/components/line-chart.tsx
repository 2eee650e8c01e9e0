import { dateTime } from '../lib/dates.ts'

/** The next round figure: 2, 4, 10, 20, 40, 100 and so on. */
function roundAbove(value: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(value || 1)))
  return [2, 4, 10, 20].map((times) => times * step).find((limit) => limit >= value)!
}

/** A hairline chart drawn as SVG: no library, readable in print, with its figures in a label. */
export function LineChart({ points, label, unit }: { points: { at: string; value: number | null }[]; label: string; unit: string }) {
  const known = points.flatMap((point) => (point.value === null ? [] : [point.value]))
  if (known.length < 2) return <p className="py-10 text-center text-soft">Not enough measurements yet.</p>
  const top = roundAbove(Math.max(...known))
  const x = (index: number) => (index / (points.length - 1)) * 1000
  const y = (value: number) => 200 - (value / top) * 190
  let path = ''
  let open = false
  points.forEach((point, index) => {
    if (point.value === null) {
      open = false
      return
    }
    path += `${open ? 'L' : 'M'}${x(index).toFixed(1)} ${y(point.value).toFixed(1)}`
    open = true
  })
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length
  return (
    <figure>
      <div className="relative">
        <svg
          viewBox="0 0 1000 210"
          preserveAspectRatio="none"
          className="h-44 w-full"
          role="img"
          aria-label={`${label}: mean ${Math.round(mean)} ${unit}, highest ${Math.round(Math.max(...known))} ${unit}`}
        >
          {[0, 0.5, 1].map((share) => (
            <line
              key={share}
              x1="0"
              x2="1000"
              y1={10 + share * 190}
              y2={10 + share * 190}
              stroke="var(--rule)"
              vectorEffect="non-scaling-stroke"
            />
          ))}
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
      <figcaption className="mt-2 flex justify-between text-[0.875rem] text-soft">
        <span>{dateTime(points[0]!.at)} UTC</span>
        <span className="tabular">
          highest {Math.round(Math.max(...known))} {unit}
        </span>
        <span>now</span>
      </figcaption>
    </figure>
  )
}
