import { useId, useSyncExternalStore } from 'react'
import { Area, AreaChart, Bar, BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { shortDate } from '../../lib/dates.ts'
import { tickDate, timeSpan } from '../../lib/time-axis.ts'
import type { ChartProps } from './chart.tsx'
import { colourOf, Pattern } from './chart-pattern.tsx'

function useReducedMotion(): boolean {
  return useSyncExternalStore(
    (change) => {
      const query = matchMedia('(prefers-reduced-motion: reduce)')
      query.addEventListener('change', change)
      return () => query.removeEventListener('change', change)
    },
    () => matchMedia('(prefers-reduced-motion: reduce)').matches,
    () => true,
  )
}

/** The drawing itself; loaded only where a chart is shown. */
export default function ChartCanvas(props: ChartProps) {
  const { kind, points, series, format = String, formatX = String, reference, stacked, height } = props
  const still = useReducedMotion()
  const patterns = useId()
  const tick = { fill: 'var(--ink-soft)', fontSize: 12 }
  const tooltip = (
    <Tooltip
      cursor={{ fill: 'var(--paper-sunk)', stroke: 'var(--rule-strong)' }}
      isAnimationActive={false}
      contentStyle={{
        background: 'var(--paper-raised)',
        border: '1px solid var(--rule)',
        borderRadius: 4,
        color: 'var(--ink)',
        fontSize: 14,
      }}
      itemStyle={{ color: 'var(--ink)' }}
      labelFormatter={(x) => (typeof x === 'number' ? shortDate(new Date(x).toISOString()) : formatX(String(x)))}
      formatter={(value, name) => [format(Number(value)), String(name)]}
    />
  )
  const line = reference ? (
    <ReferenceLine
      {...(kind === 'rows' ? { x: reference.value } : { y: reference.value })}
      stroke="var(--ink-soft)"
      strokeDasharray="4 4"
      label={{ value: reference.label, fill: 'var(--ink-soft)', fontSize: 12, position: 'insideTopLeft' }}
      ifOverflow="extendDomain"
    />
  ) : null
  const grid = <CartesianGrid stroke="var(--rule)" vertical={kind === 'rows'} horizontal={kind !== 'rows'} />
  const common = { data: points, margin: { top: 12, right: 12, bottom: 0, left: 0 }, accessibilityLayer: false }
  if (kind === 'steps') {
    const span = timeSpan(points, props.until)
    return (
      <ResponsiveContainer width="100%" height={height}>
        <AreaChart {...common} data={span.points}>
          {grid}
          <XAxis
            dataKey="at"
            type="number"
            scale="time"
            domain={[span.from, span.to]}
            ticks={span.ticks}
            tickFormatter={(at) => tickDate(Number(at), span.to - span.from)}
            tick={tick}
            tickLine={{ stroke: 'var(--rule-strong)' }}
            axisLine={{ stroke: 'var(--rule-strong)' }}
            minTickGap={24}
          />
          <YAxis tickFormatter={(v) => format(Number(v))} tick={tick} tickLine={false} axisLine={false} width={58} />
          {tooltip}
          {line}
          {series.map((each, index) => (
            <Area
              key={each.key}
              dataKey={each.key}
              name={each.label}
              type="stepAfter"
              stroke={colourOf(each, index)}
              strokeWidth={1.5}
              fill={colourOf(each, index)}
              fillOpacity={0.12}
              isAnimationActive={!still}
              animationDuration={250}
            />
          ))}
        </AreaChart>
      </ResponsiveContainer>
    )
  }
  const rows = kind === 'rows'
  return (
    <ResponsiveContainer width="100%" height={height}>
      <BarChart {...common} layout={rows ? 'vertical' : 'horizontal'}>
        {grid}
        {rows ? (
          <>
            <XAxis
              type="number"
              tickFormatter={(v) => format(Number(v))}
              tick={tick}
              tickLine={false}
              axisLine={false}
              allowDecimals={false}
            />
            <YAxis
              type="category"
              interval={0}
              dataKey="x"
              tickFormatter={formatX}
              tick={tick}
              tickLine={false}
              axisLine={{ stroke: 'var(--rule-strong)' }}
              width={118}
            />
          </>
        ) : (
          <>
            <XAxis dataKey="x" tickFormatter={formatX} tick={tick} tickLine={false} axisLine={{ stroke: 'var(--rule-strong)' }} />
            <YAxis
              tickFormatter={(v) => format(Number(v))}
              tick={tick}
              tickLine={false}
              axisLine={false}
              width={58}
              allowDecimals={false}
            />
          </>
        )}
        {tooltip}
        {line}
        <defs>
          {series.map((each, index) => (
            <Pattern key={each.key} id={`${patterns}${each.key}`} index={index} colour={colourOf(each, index)} />
          ))}
        </defs>
        {series.map((each, index) => (
          <Bar
            key={each.key}
            dataKey={each.key}
            name={each.label}
            stackId={stacked ? 'all' : undefined}
            fill={`url(#${patterns}${each.key})`}
            stroke={colourOf(each, index)}
            maxBarSize={22}
            isAnimationActive={!still}
            animationDuration={250}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}
