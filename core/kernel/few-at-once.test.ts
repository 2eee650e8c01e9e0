import { expect, test } from 'vitest'
import { fewAtOnce } from './few-at-once.ts'

test('works run few at once, in the order they came, and one that fails gives its place to the next', async () => {
  const few = fewAtOnce(2)
  const begun: number[] = []
  let [running, most] = [0, 0]
  const works = Array.from({ length: 6 }, (_, n) =>
    few(async () => {
      begun.push(n)
      most = Math.max(most, ++running)
      await Promise.resolve()
      running--
      if (n % 2) throw new Error(String(n))
      return n
    }),
  )
  const ends = await Promise.allSettled(works)
  expect(ends.map((end) => end.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled', 'rejected'])
  expect([begun, most, running]).toEqual([[0, 1, 2, 3, 4, 5], 2, 0])
})
