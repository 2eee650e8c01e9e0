import { AppError } from '#core/errors.ts'

interface Bucket {
  tokens: number
  at: number
}

/**
 * Token buckets in this process: `rate` per second with a burst of one second's worth (or `burst`).
 * Returns the headers to send; throws `rate_limited` with Retry-After.
 */
export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>()
  readonly #enabled: boolean
  constructor(enabled: boolean) {
    this.#enabled = enabled
    // Full buckets say nothing; dropping them keeps the map as small as the number of active callers.
    setInterval(() => this.#sweep(), 60_000).unref()
  }

  take(key: string, policy: { name: string; rate: number; burst?: number }, now = performance.now()): Record<string, string> {
    const capacity = policy.burst ?? policy.rate
    const bucket = this.#buckets.get(key) ?? { tokens: capacity, at: now }
    bucket.tokens = Math.min(capacity, bucket.tokens + ((now - bucket.at) / 1000) * policy.rate)
    bucket.at = now
    this.#buckets.set(key, bucket)
    const window = Math.max(1, Math.round(capacity / policy.rate))
    const headers = {
      'ratelimit-policy': `"${policy.name}";q=${Math.round(capacity)};w=${window}`,
      ratelimit: `"${policy.name}";r=${Math.max(0, Math.floor(bucket.tokens - 1))};t=${Math.ceil((capacity - Math.max(0, bucket.tokens - 1)) / policy.rate)}`,
    }
    if (this.#enabled && bucket.tokens < 1) {
      const wait = Math.max(1, Math.ceil((1 - bucket.tokens) / policy.rate))
      throw new AppError('rate_limited', `The limit "${policy.name}" is reached. Try again in ${wait} s.`, {
        extra: { headers: { ...headers, 'retry-after': String(wait) } },
      })
    }
    bucket.tokens -= 1
    return headers
  }

  #sweep(): void {
    const old = performance.now() - 120_000
    for (const [key, bucket] of this.#buckets) if (bucket.at < old) this.#buckets.delete(key)
  }
}
