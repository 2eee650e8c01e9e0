import { expect, test } from 'vitest'
import { readLimits } from '#core/access/budgets/limits.ts'
import type { LimitStore } from '#core/record/rate-limits/store.ts'
import { ProcessorTime } from './processor-time.ts'

const work = (ms: number) => {
  const from = process.threadCpuUsage()
  for (;;) {
    const { user, system } = process.threadCpuUsage(from)
    if (user + system >= ms * 1_000) return
  }
}
function store(total: number): LimitStore {
  let left = total
  return {
    async take(_key, _policy, count) {
      if (count > left) return null
      left -= count
      return left
    },
    close: async () => {},
  }
}

test('S4 calls under way at once share the time of the thread, and what only waits takes none', () => {
  const time = new ProcessorTime(store(1_000), readLimits(undefined))
  const [a, waits, b] = [time.begin(), time.begin(), time.begin()]
  time.end(waits)
  work(20)
  const [ofA, ofB] = [time.end(a), time.end(b)]
  expect(ofA).toBeGreaterThanOrEqual(9)
  expect(ofA).toBeLessThan(20)
  expect(ofB).toBeGreaterThanOrEqual(9)
  expect([time.end(a), time.end(waits)]).toEqual([0, 0])
})

test('S4 two processes together spend no more than a budget, and others are not stopped', async () => {
  const shared = store(250)
  const times = [new ProcessorTime(shared, readLimits(undefined)), new ProcessorTime(shared, readLimits(undefined))]
  for (const time of times) time.charge('org_a', 120)
  await Promise.resolve()
  for (const time of times) expect(() => time.refuseSpent('org_a')).not.toThrow()
  for (const time of times) time.charge('org_a', 120)
  await new Promise(setImmediate)
  for (const time of times) {
    expect(() => time.refuseSpent('org_a')).toThrow('"processor-time"')
    expect(() => time.refuseSpent('org_b')).not.toThrow()
  }
})

test('while the store does not answer nobody is refused', async () => {
  const time = new ProcessorTime({ take: () => Promise.reject(new Error('gone')), close: async () => {} }, readLimits(undefined))
  time.charge('org_a', 500)
  await new Promise(setImmediate)
  expect(() => time.refuseSpent('org_a')).not.toThrow()
})
