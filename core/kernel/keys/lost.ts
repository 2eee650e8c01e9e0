import type { Queryable } from '#db/connect.ts'
import { AppError } from '../errors.ts'
import type { SubjectKeyStore } from './subject-key-store.ts'

/** Thrown when sealed facts cannot be opened, or new ones sealed, because their key was made and is not there: nobody was erased. */
export class KeyMissing extends AppError {
  constructor() {
    super(
      'not_ready',
      'The key to these data is not there: the database of keys is older than the data, or not theirs. Nothing was changed and nobody was erased. The operator restores that database; then try again.',
    )
    this.name = 'KeyMissing'
  }
}

const SOON_MS = 10_000
const LATER_MS = 600_000

/** Keys that were made and are not there: what they sealed does not open, and none is made anew. */
export class LostKeys {
  /** How many, as far as this process found. */
  missing = 0
  #comparedAt = 0
  readonly #subjects: SubjectKeyStore
  readonly #db: Queryable | null

  /** `db`: the main database; null where nothing lies in one. */
  constructor(subjects: SubjectKeyStore, db: Queryable | null) {
    this.#subjects = subjects
    this.#db = db
  }

  /** What to throw on coming upon one. */
  found(): KeyMissing {
    this.missing ||= 1
    return new KeyMissing()
  }

  /** Compares the keys with what was made of them, and gives how many are not there. */
  async compare(): Promise<number> {
    if (!this.#db) return 0
    this.#comparedAt = Date.now()
    await this.#subjects.carryOut(this.#db)
    await this.#subjects.markAll(this.#db)
    let missing = 0
    for await (const ids of this.#subjects.missing(this.#db)) missing += ids.length
    this.missing = missing
    return missing
  }

  /** Compares again where that was long ago, without waiting for it; soon, while keys are missing. */
  compareAgain(): void {
    if (Date.now() - this.#comparedAt > (this.missing ? SOON_MS : LATER_MS)) this.compare().catch(() => {})
  }

  /** Notes of every key that is not there that it is gone for good: what it sealed counts as erased from then on. Gives how many. */
  async giveUp(tx: Queryable, at: Date): Promise<number> {
    let lost = 0
    for await (const ids of this.#subjects.missing(tx)) {
      await this.#subjects.giveUp(tx, ids, at)
      lost += ids.length
    }
    return lost
  }
}
