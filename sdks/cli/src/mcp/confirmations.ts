import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

const GOOD_FOR_MS = 600_000

/** What was shown before it is done: each is good once, for ten minutes, and for the very same call. */
export class Confirmations {
  readonly #given = new Map<string, { tool: string; input: object; until: number }>()

  give(tool: string, input: object): string {
    const confirm = randomBytes(9).toString('base64url')
    this.#given.set(confirm, { tool, input, until: Date.now() + GOOD_FOR_MS })
    return confirm
  }

  take(confirm: unknown, tool: string, input: object): boolean {
    const known = typeof confirm === 'string' ? this.#given.get(confirm) : undefined
    // A model need not write its names in the same order twice.
    if (!known || known.until < Date.now() || known.tool !== tool || !isDeepStrictEqual(known.input, input)) return false
    return this.#given.delete(confirm as string)
  }
}
