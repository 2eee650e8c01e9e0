import { shortDate } from './dates.ts'

/** What is drawn at `x`, with a number per series. */
export type Point = { x: string } & Record<string, string | number>

const DAY_MS = 86_400_000

/** Every day from the first to the last, those on which nothing happened as well. */
export function everyDay(points: Point[], keys: string[], until?: string): Point[] {
  const known = new Map(points.map((point) => [point.x, point]))
  const first = Date.parse(points[0]!.x)
  const last = Math.max(Date.parse(points.at(-1)!.x), Date.parse(until?.slice(0, 10) ?? points.at(-1)!.x))
  return Array.from({ length: (last - first) / DAY_MS + 1 }, (_, index) => {
    const x = new Date(first + index * DAY_MS).toISOString().slice(0, 10)
    return known.get(x) ?? { x, ...Object.fromEntries(keys.map((key) => [key, 0])) }
  })
}

/** The points at their moments, the last one held until the end, and at most six marks on beginnings of days or months. */
export function timeSpan(points: Point[], until?: string) {
  const placed = points.map((point) => ({ ...point, at: Date.parse(point.x) }))
  const from = placed[0]!.at
  const to = Math.max(placed.at(-1)!.at + DAY_MS, until ? Date.parse(until) : 0)
  const months = (to - from) / DAY_MS / 30.4
  const ticks: number[] = []
  if (months > 3) {
    const begin = new Date(from)
    const step = Math.ceil(months / 6)
    for (let month = begin.getUTCMonth() + 1; ; month += step) {
      const at = Date.UTC(begin.getUTCFullYear(), month, 1)
      if (at > to) break
      ticks.push(at)
    }
  } else {
    const step = Math.max(1, Math.ceil((to - from) / DAY_MS / 5)) * DAY_MS
    for (let at = from; at <= to; at += step) ticks.push(at)
  }
  return { points: [...placed, { ...placed.at(-1)!, at: to }], from, to, ticks }
}

/** `22 Nov`, or `Nov 2026` on a span of months. */
export function tickDate(at: number, span: number): string {
  const [day, month, year] = shortDate(new Date(at).toISOString()).split(' ')
  return span > 92 * DAY_MS ? `${month} ${year}` : `${day} ${month}`
}
