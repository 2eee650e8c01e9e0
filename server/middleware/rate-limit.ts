import { AppError } from '#core/kernel/errors.ts'
import type { Log } from '#core/kernel/services.ts'
import type { LimitPolicy, LimitStore } from '#core/record/rate-limits/store.ts'

interface Share {
  /** Calls that were taken from the store and not yet made. */
  calls: number
  /** Calls the store had left when it was asked last. */
  left: number
  until: number
}

/**
 * A tenth of the burst is taken at once, so that a busy key asks the store for every few calls, not for each; no more than comes
 * back in a second, after which what is left of it is lost.
 */
const SHARE = 10
const SHARE_MS = 1_000

/**
 * Limits of calls, shared by all processes through the store. While the store does not answer, each process keeps the
 * limits for itself: a broken limiter must neither stop the product nor open it.
 */
export class RateLimiter {
  readonly #store: LimitStore | null
  readonly #log: Log | null
  readonly #shares = new Map<string, Share>()
  readonly #asking = new Map<string, Promise<'some' | 'none' | 'no answer'>>()
  readonly #own = new Map<string, number>()
  #warned = Number.NEGATIVE_INFINITY

  /** Without a store nothing is refused. */
  constructor(store: LimitStore | null, log: Log | null = null) {
    this.#store = store
    this.#log = log
    setInterval(() => this.#sweep(), 60_000).unref()
  }

  /** Takes one call. Returns the headers to send; throws `rate_limited` with Retry-After. */
  async take(key: string, policy: { name: string; rate: number; burst?: number }): Promise<Record<string, string>> {
    const limit: LimitPolicy = { ...policy, burst: Math.max(1, Math.round(policy.burst ?? policy.rate)) }
    const left = this.#store ? await this.#takeOne(this.#store, key, limit) : limit.burst - 1
    const window = Math.max(1, Math.round(limit.burst / limit.rate))
    const headers = {
      'ratelimit-policy': `"${limit.name}";q=${limit.burst};w=${window}`,
      ratelimit: `"${limit.name}";r=${Math.max(0, left ?? 0)};t=${Math.ceil((limit.burst - Math.max(0, left ?? 0)) / limit.rate)}`,
    }
    if (left === null) {
      const wait = Math.max(1, Math.ceil(1 / limit.rate))
      throw new AppError('rate_limited', `The limit "${limit.name}" is reached. Try again in ${wait} s.`, {
        extra: { headers: { ...headers, 'retry-after': String(wait) } },
      })
    }
    return headers
  }

  async #takeOne(store: LimitStore, key: string, limit: LimitPolicy): Promise<number | null> {
    for (;;) {
      const share = this.#shares.get(key)
      if (share && share.left < 0 && share.until > performance.now()) return null
      if (share && share.calls > 0 && share.until > performance.now()) {
        share.calls--
        return share.left + share.calls
      }
      // Calls of one key that come together ask once, and share what was got.
      const asking = this.#asking.get(key) ?? this.#ask(store, key, limit)
      const answer = await asking
      if (answer === 'none') return null
      if (answer === 'no answer') return this.#takeOwn(key, limit)
    }
  }

  #ask(store: LimitStore, key: string, limit: LimitPolicy): Promise<'some' | 'none' | 'no answer'> {
    const asking = this.#takeShare(store, key, limit).finally(() => this.#asking.delete(key))
    this.#asking.set(key, asking)
    return asking
  }

  async #takeShare(store: LimitStore, key: string, limit: LimitPolicy): Promise<'some' | 'none' | 'no answer'> {
    let calls = Math.max(1, Math.floor(Math.min(limit.burst / SHARE, limit.rate)))
    try {
      let left = await store.take(key, limit, calls)
      if (left === null && calls > 1) {
        calls = 1
        left = await store.take(key, limit, calls)
      }
      if (left === null) {
        // Until one can have come back the store has nothing new to say.
        this.#shares.set(key, { calls: 0, left: -1, until: performance.now() + Math.min(SHARE_MS, 1_000 / limit.rate) })
        return 'none'
      }
      this.#shares.set(key, { calls, left, until: performance.now() + SHARE_MS })
      return 'some'
    } catch (error) {
      if (performance.now() - this.#warned > 60_000) {
        this.#warned = performance.now()
        this.#log?.warn({ error: (error as Error).message }, 'the store of limits does not answer; this process limits for itself')
      }
      return 'no answer'
    }
  }

  /** The same algorithm as the stores', in this process. */
  #takeOwn(key: string, { rate, burst }: LimitPolicy): number | null {
    const now = performance.now()
    const at = Math.max(this.#own.get(key) ?? 0, now) + 1000 / rate
    if (at - now > (burst * 1000) / rate) return null
    this.#own.set(key, at)
    return Math.floor(burst - ((at - now) * rate) / 1000)
  }

  #sweep(): void {
    const now = performance.now()
    for (const [key, share] of this.#shares) if (share.until < now) this.#shares.delete(key)
    for (const [key, at] of this.#own) if (at < now) this.#own.delete(key)
  }
}
