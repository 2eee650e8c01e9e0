import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/connect.ts'
import { subjectKeys } from '#db/schema.ts'

const FILE = 'erased-keys'

/**
 * The data keys that were destroyed, by id, in a file beside the database: a backup that is put back is older than some of them, and must not bring
 * them to life. Of nobody anything can be read from an id.
 */
export class ErasedList {
  readonly #file: string
  constructor(dataDir: string) {
    this.#file = join(dataDir, FILE)
  }

  note(ids: readonly string[]): void {
    if (ids.length) appendFileSync(this.#file, ids.map((id) => `${id}\n`).join(''), { mode: 0o600, flush: true })
  }

  /** Adds those of the last day, which may have been destroyed while nobody heard of it. */
  async catchUp(db: Queryable): Promise<void> {
    const known = new Set(this.all())
    const rows = await db
      .select({ id: subjectKeys.id })
      .from(subjectKeys)
      .where(sql`${subjectKeys.destroyed_at} > now() - interval '1 day'`)
    this.note(rows.map(({ id }) => id).filter((id) => !known.has(id)))
  }

  all(): string[] {
    return existsSync(this.#file) ? [...new Set(readFileSync(this.#file, 'utf8').split('\n').filter(Boolean))] : []
  }
}
