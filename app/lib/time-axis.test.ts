import { expect, test } from 'vitest'
import { everyDay, tickDate, timeSpan } from './time-axis.ts'

const day = (text: string) => Date.parse(text)

test('U5 sums stand at true distances in time, up to now, with marks on real dates', () => {
  const points = [
    { x: '2026-01-10', raised: 1 },
    { x: '2026-01-11', raised: 2 },
    { x: '2026-11-01', raised: 3 },
  ]
  const span = timeSpan(points, '2026-11-22T08:00:00Z')
  expect(span.points.map((point) => point.at)).toEqual([
    day('2026-01-10'),
    day('2026-01-11'),
    day('2026-11-01'),
    day('2026-11-22T08:00:00Z'),
  ])
  expect(span.points.at(-1)).toMatchObject({ raised: 3 })
  expect(span.ticks.length).toBeLessThanOrEqual(6)
  for (const at of span.ticks) expect(new Date(at).getUTCDate()).toBe(1)
  expect(tickDate(day('2026-03-01'), span.to - span.from)).toBe('Mar 2026')
  const week = timeSpan([{ x: '2026-11-01' }, { x: '2026-11-08' }])
  expect(week.ticks.map((at) => tickDate(at, week.to - week.from))).toEqual(['1 Nov', '3 Nov', '5 Nov', '7 Nov', '9 Nov'])
})

test('U5 a day on which nothing happened has its place among the bars', () => {
  expect(
    everyDay(
      [
        { x: '2026-11-19', deny: 2 },
        { x: '2026-11-21', deny: 1 },
      ],
      ['deny'],
      '2026-11-22T08:00:00Z',
    ),
  ).toEqual([
    { x: '2026-11-19', deny: 2 },
    { x: '2026-11-20', deny: 0 },
    { x: '2026-11-21', deny: 1 },
    { x: '2026-11-22', deny: 0 },
  ])
})
