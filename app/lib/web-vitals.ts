import { tellMonitoring } from './logger.ts'

/** Good up to the first number, poor above the second (product spec, section 9). CLS has no unit, the others are milliseconds. */
export const THRESHOLDS = {
  CLS: [0.1, 0.25],
  FID: [100, 300],
  FCP: [1800, 3000],
  LCP: [2500, 4000],
  TTFB: [800, 1800],
  INP: [200, 500],
} as const
export type Vital = keyof typeof THRESHOLDS
export type Rating = 'good' | 'needs-improvement' | 'poor'

export function rate(name: Vital, value: number): Rating {
  const [good, poor] = THRESHOLDS[name]
  return value <= good ? 'good' : value <= poor ? 'needs-improvement' : 'poor'
}

interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
}
interface Interaction extends PerformanceEntry {
  processingStart: number
  interactionId?: number
}

/** Measures this page load and reports it once, when the page is left. */
export function watchWebVitals(): void {
  if (typeof PerformanceObserver === 'undefined') return
  const values: Partial<Record<Vital, number>> = {}
  const watch = <T extends PerformanceEntry>(type: string, take: (entry: T) => void, more: object = {}) => {
    try {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) take(entry as T)
      }).observe({ type, buffered: true, ...more })
    } catch {
      // This browser does not measure it.
    }
  }
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (page) values.TTFB = page.responseStart
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') values.FCP = entry.startTime
  })
  watch('largest-contentful-paint', (entry) => {
    values.LCP = entry.startTime
  })
  watch<Interaction>('first-input', (entry) => {
    values.FID = entry.processingStart - entry.startTime
  })
  watch<Interaction>(
    'event',
    (entry) => {
      if (entry.interactionId) values.INP = Math.max(values.INP ?? 0, entry.duration)
    },
    { durationThreshold: 40 },
  )
  watchShifts(watch, values)
  let sent = false
  addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden' || sent) return
    sent = true
    report(values)
  })
}

/** Shifts within a second of each other, five seconds at most, count together; the worst such window is the value. */
function watchShifts(
  watch: <T extends PerformanceEntry>(type: string, take: (entry: T) => void) => void,
  values: Partial<Record<Vital, number>>,
) {
  let sum = 0
  let first = 0
  let last = 0
  values.CLS = 0
  watch<Shift>('layout-shift', (entry) => {
    if (entry.hadRecentInput) return
    if (entry.startTime - last > 1000 || entry.startTime - first > 5000) {
      sum = 0
      first = entry.startTime
    }
    last = entry.startTime
    sum += entry.value
    values.CLS = Math.max(values.CLS ?? 0, sum)
  })
}

function report(values: Partial<Record<Vital, number>>) {
  const data = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { value: Math.round(value * 1000) / 1000, rating: rate(name as Vital, value) }]),
  )
  const poor = Object.values(data).some((each) => each.rating === 'poor')
  void tellMonitoring('/api/monitoring/logs', {
    level: poor ? 'warn' : 'info',
    message: 'web-vitals',
    data,
    timestamp: new Date().toISOString(),
    context: { path: location.pathname },
  })
}
