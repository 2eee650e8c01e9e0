import { Line } from '../pulse.ts'

const MOST = 20_000

/** Data keys that this process keeps for a while. Only while destroyed ones would be heard of: else nothing is kept or given. */
export class KeysAtHand {
  readonly #keys = new Map<string, Buffer>()
  /** Without a line nobody destroys keys but this process. */
  readonly #line = new Line(Number.POSITIVE_INFINITY)
  #began = false
  /** Goes on with every key that is forgotten: what was read before is not kept after. */
  epoch = 0

  get(id: string): Buffer | undefined {
    return this.#line.heard ? this.#keys.get(id) : undefined
  }

  set(id: string, key: Buffer): void {
    if (!this.#line.heard) return
    if (this.#keys.size >= MOST) this.#keys.delete(this.#keys.keys().next().value!)
    this.#keys.set(id, key)
  }

  forget(id: string): void {
    this.epoch++
    this.#keys.delete(id)
  }

  forgetAll(): void {
    this.epoch++
    this.#keys.clear()
  }

  /** What was kept while there was no line may be gone since. */
  set heard(now: boolean) {
    if (!now || !this.#began) this.forgetAll()
    this.#began = now
    this.#line.heard = now
  }
}
