import { type Limits, limitReached } from '#core/access/budgets/limits.ts'

/** Files that one person sends at a time: a slow line holds up nobody else. */
const OF_SESSION = 2

/** Files that are being sent, by whose they are: each takes as much memory as it is long until it is whole. */
export class OpenUploads {
  readonly #open = new Map<string, number>()
  readonly #most: number

  constructor(limits: Limits) {
    this.#most = limits.amounts['open-uploads']
  }

  /**
   * Runs `work` as one more upload of an organisation. Whoever has the link of a session of it takes few of its places: everybody
   * else’s stay free. Throws `rate_limited`.
   */
  run<T>(organizationId: string, work: () => Promise<T>, session?: string): Promise<T> {
    const all = () => this.#take(organizationId, this.#most, work)
    return session === undefined ? all() : this.#take(`session:${session}`, Math.min(OF_SESSION, this.#most), all)
  }

  async #take<T>(key: string, most: number, work: () => Promise<T>): Promise<T> {
    const open = this.#open.get(key) ?? 0
    if (open >= most) throw limitReached({ name: 'open-uploads', most, wait: 10 }, 'Wait until an upload has ended.')
    this.#open.set(key, open + 1)
    try {
      return await work()
    } finally {
      const left = this.#open.get(key)! - 1
      if (left) this.#open.set(key, left)
      else this.#open.delete(key)
    }
  }
}
