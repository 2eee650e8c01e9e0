import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { importAgain } from '../../lib/import-again.ts'
import { everyDay, type Point } from '../../lib/time-axis.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { ComponentBoundary } from '../component-error.tsx'
import { colourOf, Pattern } from './chart-pattern.tsx'

export interface Series {
  key: string
  label: string
  tone?: 'seal' | 'verdigris' | 'ochre' | 'madder' | 'ink'
}
export interface ChartProps {
  /** Says what the chart shows; also the caption of its table. */
  label: string
  /** `steps`: a sum that changes on some days, at true distances. `days`: counts of days, none left out. Else groups as they come. */
  kind: 'steps' | 'days' | 'bar' | 'rows'
  /** One object per point: `x`, which is a day (`2026-11-22`) for the first two kinds, and a number per series. */
  points: Point[]
  series: Series[]
  /** What the values count, such as "Decisions" or "US dollars". */
  unit: string
  /** What `x` is; a day of UTC unless said otherwise. */
  xName?: string
  /** The day on which the chart ends: what holds still is drawn up to it. */
  until?: string
  /** How a value is written on axis, tooltip and in the table. */
  format?: (value: number) => string
  formatX?: (x: string) => string
  /** A line across, such as a limit. */
  reference?: { value: number; label: string }
  stacked?: boolean
  height?: number
  /** Of nothing: why there is none, and what brings the first. */
  empty: ReactNode
}

// The drawing library is fetched by browsers that show a chart, and by nobody else.
const drawing = () => lazy(() => importAgain(() => import('./chart-canvas.tsx')))
let Canvas = drawing()

/** Fewer days are no course of anything: they are shown as figures. */
const FEWEST = 3

/** A chart and, beneath it, the same figures as a table: for readers, for print and for whoever wants the exact number. */
export function Chart(props: ChartProps) {
  const { label, kind, series, height = 220, format = String, formatX = String } = props
  const [shown, setShown] = useState(false)
  const [, setTries] = useState(0)
  useEffect(() => setShown(true), [])
  // What did not arrive is remembered as such, by React and by the browser: it is asked for anew.
  const tryAgain = () => {
    Canvas = drawing()
    setTries((tries) => tries + 1)
  }
  if (props.points.length === 0) return <p className="border border-rule border-dashed px-5 py-8 text-center text-soft">{props.empty}</p>
  const figures = <Figures {...props} format={format} formatX={formatX} />
  if (kind === 'steps' && props.points.length < FEWEST)
    return (
      <figure className="min-w-0">
        {figures}
        <figcaption className="mt-2 text-[0.875rem] text-soft">A curve is drawn from three days on.</figcaption>
      </figure>
    )
  const points =
    kind === 'days'
      ? everyDay(
          props.points,
          series.map((each) => each.key),
          props.until,
        )
      : props.points
  return (
    <figure className="min-w-0">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1 text-[0.8125rem] text-soft">
        <p>{props.unit}</p>
        {series.length > 1 ? <Legend series={series} points={points} format={format} /> : null}
      </div>
      <div style={{ height }} className="no-print w-full">
        <ComponentBoundary onRetry={tryAgain}>
          <div aria-hidden className="size-full">
            {shown ? (
              <Suspense fallback={<Skeleton className="size-full" />}>
                <Canvas {...props} points={points} height={height} />
              </Suspense>
            ) : (
              <Skeleton className="size-full" />
            )}
          </div>
        </ComponentBoundary>
      </div>
      {kind === 'rows' ? null : (
        <figcaption className="no-print text-right text-[0.8125rem] text-soft">{props.xName ?? 'Day, UTC'}</figcaption>
      )}
      <details className="chart-table mt-1">
        <summary className="inline-flex min-h-8 items-center text-[0.875rem] text-soft underline decoration-rule-strong underline-offset-4 hover:text-ink">
          Figures<span className="sr-only"> of {label}</span>
        </summary>
        {figures}
      </details>
    </figure>
  )
}

/** What each part of the bars is, by pattern as well as by colour, with its sum. In the order in which the parts are stacked. */
function Legend({ series, points, format }: { series: Series[]; points: Point[]; format: (value: number) => string }) {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-1">
      {series.map((each, index) => (
        <li key={each.key} className="flex items-center gap-1.5">
          <svg aria-hidden width="14" height="14">
            <defs>
              <Pattern id={`legend-${each.key}`} index={index} colour={colourOf(each, index)} />
            </defs>
            <rect width="14" height="14" fill={`url(#legend-${each.key})`} stroke={colourOf(each, index)} />
          </svg>
          {each.label}{' '}
          <span className="tabular text-ink">{format(points.reduce((sum, point) => sum + Number(point[each.key] ?? 0), 0))}</span>
        </li>
      ))}
    </ul>
  )
}

function Figures({
  label,
  kind,
  points,
  series,
  xName,
  unit,
  format,
  formatX,
}: ChartProps & Required<Pick<ChartProps, 'format' | 'formatX'>>) {
  const day = kind === 'steps' || kind === 'days'
  return (
    <Table label={label} className="mt-1">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          <Th>{xName ?? (day ? 'Day, UTC' : 'Group')}</Th>
          {series.map((each) => (
            <Th key={each.key} className="text-right">
              {series.length === 1 ? unit : each.label}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.x}>
            <Td>{formatX(point.x)}</Td>
            {series.map((each) => (
              <Td key={each.key} className="tabular text-right">
                {format(Number(point[each.key] ?? 0))}
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
