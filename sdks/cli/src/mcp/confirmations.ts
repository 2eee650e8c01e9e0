import { createHash, randomBytes } from 'node:crypto'

const GOOD_FOR_MS = 600_000

/** What was shown before it is done: each is good once, for ten minutes, and for the very same call. */
export class Confirmations {
  readonly #given = new Map<string, { of: string; until: number }>()

  give(tool: string, input: object): string {
    const confirm = randomBytes(9).toString('base64url')
    this.#given.set(confirm, { of: fingerprint(tool, input), until: Date.now() + GOOD_FOR_MS })
    return confirm
  }

  take(confirm: unknown, tool: string, input: object): boolean {
    const known = typeof confirm === 'string' ? this.#given.get(confirm) : undefined
    if (!known || known.until < Date.now() || known.of !== fingerprint(tool, input)) return false
    return this.#given.delete(confirm as string)
  }
}

const fingerprint = (tool: string, input: object): string =>
  createHash('sha256')
    .update(sorted([tool, input]))
    .digest('hex')

/** JSON with its names in order: a model need not write them in the same one twice. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
