import type { Log } from '#core/kernel/services.ts'
import type { Health } from '../health.ts'
import type { Operation } from '../operation.ts'

const MOST_A_SECOND = 10

/**
 * Holds a part of the sandbox's answers against the schema that is published for them, after they were sent. A deviation is
 * ours to repair and never the caller's to feel: it is counted and logged by its place, without a value.
 */
export class ResponseSampler {
  readonly #rate: number
  readonly #health: Pick<Health, 'sampled'>
  readonly #log: Log
  /** What still has to be looked at. More than a burst is not kept. */
  readonly #waiting: { operation: Operation; body: unknown }[] = []
  #looking = false
  #second = 0
  #taken = 0

  constructor(options: { rate: number; health: Pick<Health, 'sampled'>; log: Log }) {
    this.#rate = options.rate
    this.#health = options.health
    this.#log = options.log
  }

  /** Takes this answer or leaves it, at random. Never throws and never waits. */
  take(operation: Operation, body: unknown): void {
    if (this.#rate <= 0 || Math.random() >= this.#rate || this.#waiting.length >= 100 || !this.#mayTake()) return
    this.#waiting.push({ operation, body })
    if (this.#looking) return
    this.#looking = true
    setImmediate(() => this.lookAtAll())
  }

  /** Under load a few of each second say as much as a share of all. With a rate of 1 every answer is looked at. */
  #mayTake(): boolean {
    const second = Math.floor(performance.now() / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#taken = 0
    }
    return this.#rate === 1 || this.#taken++ < MOST_A_SECOND
  }

  /** Looks at all that wait. */
  lookAtAll(): void {
    this.#looking = false
    for (const { operation, body } of this.#waiting.splice(0)) {
      try {
        const places = deviations(operation, body)
        this.#health.sampled(operation.id, places.length === 0)
        if (places.length) this.#log.warn({ operation: operation.id, places }, 'an answer deviates from its schema')
      } catch (error) {
        this.#log.error({ operation: operation.id, error: (error as Error).message }, 'an answer could not be held against its schema')
      }
    }
  }
}

function deviations(operation: Operation, body: unknown): string[] {
  // As the caller reads it: what JSON leaves out is not there.
  const { error } = operation.response.safeParse(JSON.parse(JSON.stringify(body)))
  return (error?.issues ?? []).slice(0, 10).map((issue) => `/${issue.path.join('/')} ${issue.code}`)
}
