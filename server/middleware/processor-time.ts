import { isOfVisitor } from '#core/access/budgets/amounts.ts'
import { type Limits, limitReached } from '#core/access/budgets/limits.ts'
import type { LimitStore } from '#core/record/rate-limits/store.ts'

/** A call under way: what the clock of shared time said when it began. Null once it only waits. */
export interface Running {
  from: number | null
}

/** Time is asked of the store in portions of so many milliseconds, not call by call. */
const PORTION_MS = 100

/**
 * Charges the time of the thread that answers to whoever it was spent for. What the thread does while calls are under way is
 * divided among them evenly, by one clock that runs slower the more there are: two readings a call, whatever it does. The
 * store counts for all processes together; while it does not answer nobody is refused.
 */
export class ProcessorTime {
  readonly #store: LimitStore | null
  readonly #limits: Limits
  readonly #pending = new Map<string, number>()
  readonly #spentUntil = new Map<string, number>()
  #clock = 0
  #used = 0
  #running = 0

  /** Without a store nothing is counted. */
  constructor(store: LimitStore | null, limits: Limits) {
    this.#store = store
    this.#limits = limits
    setInterval(() => this.#forget(), 60_000).unref()
  }

  begin(): Running {
    if (!this.#store) return { from: null }
    this.#tick()
    this.#running++
    return { from: this.#clock }
  }

  /** Ends a call, or its work before it waits for something that takes no time of the thread. Returns milliseconds. */
  end(call: Running): number {
    if (call.from === null) return 0
    this.#tick()
    this.#running--
    const ms = this.#clock - call.from
    call.from = null
    return ms
  }

  /** Throws `rate_limited` while a budget is spent. */
  refuseSpent(budget: string): void {
    const until = this.#spentUntil.get(budget)
    if (until === undefined) return
    const wait = Math.ceil((until - performance.now()) / 1_000)
    if (wait <= 0) return void this.#spentUntil.delete(budget)
    const { name, burst } = this.#policyOf(budget)
    throw limitReached({ name, most: burst, wait }, `Calls took more time of the processor than they may. Try again in ${wait} s.`)
  }

  charge(budget: string, ms: number): void {
    if (ms <= 0) return
    const pending = (this.#pending.get(budget) ?? 0) + ms
    this.#pending.set(budget, pending)
    if (pending >= PORTION_MS) void this.#take(budget, Math.round(pending))
  }

  async #take(budget: string, ms: number): Promise<void> {
    this.#pending.set(budget, 0)
    const policy = this.#policyOf(budget)
    const left = await this.#store!.take(`${policy.name}:${budget}`, policy, Math.min(ms, policy.burst)).catch(() => 1)
    if (left !== null) return
    // Not taken, so still owed: nothing is answered until it could have come back.
    this.#pending.set(budget, (this.#pending.get(budget) ?? 0) + ms)
    this.#spentUntil.set(budget, performance.now() + Math.max(1_000, (1_000 * ms) / policy.rate))
  }

  #policyOf(budget: string) {
    const name = isOfVisitor(budget) ? ('visitors-processor-time' as const) : ('processor-time' as const)
    return { name, ...this.#limits.rates[name] }
  }

  #tick(): void {
    const { user, system } = process.threadCpuUsage()
    const used = (user + system) / 1_000
    if (this.#running > 0) this.#clock += (used - this.#used) / this.#running
    this.#used = used
  }

  #forget(): void {
    const now = performance.now()
    for (const [budget, until] of this.#spentUntil) if (until < now) this.#spentUntil.delete(budget)
    // Less than a portion of a budget that is full again.
    for (const [budget, ms] of this.#pending) if (ms < PORTION_MS) this.#pending.delete(budget)
  }
}
