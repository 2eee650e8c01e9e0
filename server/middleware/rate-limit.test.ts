import { expect, test } from 'vitest'
import type { LimitStore } from '#core/record/rate-limits/store.ts'
import { RateLimiter } from './rate-limit.ts'

const policy = { name: 'tests', rate: 5, burst: 50 }

function countingStore(total: number): LimitStore & { asked: number } {
  let left = total
  return {
    asked: 0,
    async take(_key, _policy, count) {
      this.asked++
      if (count > left) return null
      left -= count
      return left
    },
    close: async () => {},
  }
}

test('a key may make as many calls as its limit has, asking the store only now and then', async () => {
  const store = countingStore(50)
  const limiter = new RateLimiter(store)
  for (let i = 0; i < 50; i++) {
    const headers = await limiter.take('k', policy)
    expect(headers).toMatchObject({ 'ratelimit-policy': '"tests";q=50;w=10' })
    expect(headers.ratelimit).toContain(`r=${49 - i};`)
  }
  expect(store.asked).toBe(10)
  await expect(limiter.take('k', policy)).rejects.toMatchObject({ code: 'rate_limited', extra: { headers: { 'retry-after': '1' } } })
})

test('two processes together make no more calls than the limit has', async () => {
  const store = countingStore(50)
  const limiters = [new RateLimiter(store), new RateLimiter(store)]
  const ends = await Promise.allSettled(Array.from({ length: 120 }, (_, i) => limiters[i % 2]!.take('k', policy)))
  expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(50)
})

test('without an answer of the store a process keeps the limit for itself', async () => {
  const limiter = new RateLimiter({ take: () => Promise.reject(new Error('gone')), close: async () => {} })
  const ends = await Promise.allSettled(Array.from({ length: 60 }, () => limiter.take('k', policy)))
  expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(50)
})
