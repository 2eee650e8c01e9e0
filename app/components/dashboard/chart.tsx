import { lazy, Suspense, useEffect, useState } from 'react'
import { importAgain } from '../../lib/import-again.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { ComponentBoundary } from '../component-error.tsx'

export interface Series {
  key: string
  label: string
  tone?: 'seal' | 'verdigris' | 'ochre' | 'madder' | 'ink'
}
export interface ChartProps {
  /** Says what the chart shows; also the caption of its table. */
  label: string
  kind: 'area' | 'bar' | 'rows'
  /** One object per point: `x` and a number per series. */
  points: ({ x: string } & Record<string, string | number>)[]
  series: Series[]
  /** How a value is written on axis, tooltip and in the table. */
  format?: (value: number) => string
  formatX?: (x: string) => string
  /** A line across, such as a limit. */
  reference?: { value: number; label: string }
  stacked?: boolean
  height?: number
}

// The drawing library is fetched by browsers that show a chart, and by nobody else.
const drawing = () => lazy(() => importAgain(() => import('./chart-canvas.tsx')))
let Canvas = drawing()

/** A chart and, beneath it, the same figures as a table: for readers, for print and for whoever wants the exact number. */
export function Chart(props: ChartProps) {
  const { label, points, series, height = 220, format = String, formatX = String } = props
  const [shown, setShown] = useState(false)
  const [, setTries] = useState(0)
  useEffect(() => setShown(true), [])
  // What did not arrive is remembered as such, by React and by the browser: it is asked for anew.
  const tryAgain = () => {
    Canvas = drawing()
    setTries((tries) => tries + 1)
  }
  if (points.length === 0)
    return (
      <p className="grid place-items-center border border-rule border-dashed text-soft" style={{ height }}>
        Nothing to draw yet.
      </p>
    )
  return (
    <figure className="min-w-0">
      <div style={{ height }} className="no-print w-full">
        <ComponentBoundary onRetry={tryAgain}>
          <div aria-hidden className="size-full">
            {shown ? (
              <Suspense fallback={<Skeleton className="size-full" />}>
                <Canvas {...props} height={height} />
              </Suspense>
            ) : (
              <Skeleton className="size-full" />
            )}
          </div>
        </ComponentBoundary>
      </div>
      <details className="chart-table mt-1">
        <summary className="inline-flex min-h-8 items-center text-[0.875rem] text-soft underline decoration-rule-strong underline-offset-4 hover:text-ink">
          Figures<span className="sr-only"> of {label}</span>
        </summary>
        <Table label={label} className="mt-1">
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr>
              <Th>{props.kind === 'area' ? 'Date' : 'Group'}</Th>
              {series.map((each) => (
                <Th key={each.key} className="text-right">
                  {each.label}
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
      </details>
    </figure>
  )
}
