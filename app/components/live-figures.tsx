import { useEffect, useState } from 'react'
import { longDate } from '../lib/dates.ts'
import type { StatusReport } from '../lib/status.ts'
import { whenIdle } from '../lib/when-idle.ts'

interface Figure {
  value: string
  words: string
  href: string
}
type Figures = Record<'answered' | 'took' | 'log', Figure>

/** Before they are read, and where nothing was measured. */
const still: Figures = {
  answered: { value: '·', words: 'of probes answered', href: '/api-status' },
  took: { value: '·', words: 'to answer a probe', href: '/api-status' },
  log: { value: '·', words: 'acts in the public log', href: '/log/checkpoint' },
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** Figures this installation measured of itself, read while one looks. */
export function LiveFigures({ className }: { className?: string }) {
  const [figures, setFigures] = useState(still)
  useEffect(() => {
    let gone = false
    whenIdle(async () => {
      const read = await Promise.all([status(), log()].map((part) => part.catch((): Partial<Figures> => ({}))))
      if (!gone) setFigures(Object.assign({}, still, ...read))
    })
    return () => {
      gone = true
    }
  }, [])
  return (
    <ul className={className} aria-label="Measured by this installation">
      {Object.entries(figures).map(([id, { value, words, href }]) => (
        <li key={id}>
          <span className="tabular block font-display text-[1.75rem] leading-none sm:text-[2.25rem]">{value}</span>
          <a href={href} className="link mt-1.5 inline-block text-[0.9375rem] leading-snug">
            {words}
          </a>
        </li>
      ))}
    </ul>
  )
}

async function status(): Promise<Partial<Figures>> {
  const response = await fetch('/api/status')
  if (!response.ok) return {}
  const { measured, measured_since: since } = (await response.json()) as StatusReport
  const { uptime_30d: uptime, average_response_ms: took } = measured
  return {
    ...(uptime !== null &&
      since && {
        answered: { ...still.answered, value: `${number.format(uptime)}%`, words: `of probes answered since ${longDate(since)}` },
      }),
    ...(took !== null && { took: { ...still.took, value: `${Math.round(took)} ms` } }),
  }
}

/** The second line of a checkpoint is how many leaves the log has (C2SP tlog-checkpoint). */
async function log(): Promise<Partial<Figures>> {
  const response = await fetch('/log/checkpoint')
  const size = response.ok ? Number((await response.text()).split('\n')[1]) : Number.NaN
  return Number.isFinite(size) ? { log: { ...still.log, value: number.format(size) } } : {}
}
