import { type Limits, limitReached } from '#core/access/budgets/limits.ts'

/** Files that are being sent to pages, by whose they are: each takes as much memory as it is long until it is whole. */
export class OpenUploads {
  readonly #open = new Map<string, number>()
  readonly #most: number

  constructor(limits: Limits) {
    this.#most = limits.amounts['open-uploads']
  }

  /** Runs `work` as one more upload of an organisation. Throws `rate_limited`. */
  async run<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    const open = this.#open.get(organizationId) ?? 0
    if (open >= this.#most) throw limitReached({ name: 'open-uploads', most: this.#most, wait: 10 }, 'Wait until an upload has ended.')
    this.#open.set(organizationId, open + 1)
    try {
      return await work()
    } finally {
      const left = this.#open.get(organizationId)! - 1
      if (left) this.#open.set(organizationId, left)
      else this.#open.delete(organizationId)
    }
  }
}
