import type { PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { addCopies, type Copies, copyInPool } from './copy-rows.ts'
import { insertRows } from './insert-rows.ts'
import { type Leaf, packLeaves } from './pending-leaves.ts'
import { decisionParts, logPending } from './schema.ts'

/** Rows of one call, by table; they are committed together or not at all. */
export type Rows = ReadonlyMap<PgTable, readonly Record<string, unknown>[]>

/** A part of decisions. It is written after the parts that it names: where it is there, so are they. */
export interface PartToKeep {
  readonly id: string
  readonly texts: readonly string[]
  readonly names?: readonly PartToKeep[]
}

/** The rows of parts and of those they name, in the order in which they are to be written. */
export function partRows(parts: Iterable<PartToKeep>): (typeof decisionParts.$inferInsert)[] {
  const rows = new Map<string, typeof decisionParts.$inferInsert>()
  for (const part of parts) for (const { id, texts } of [...(part.names ?? []), part]) rows.set(id, { id, texts: [...texts] })
  return [...rows.values()]
}

interface Entry {
  copies: Copies
  parts: readonly PartToKeep[]
  leaves: readonly Leaf[]
  resolve: () => void
  reject: (error: unknown) => void
}

/** A group costs the database as much as five calls in it, so calls wait for the group before theirs, unless as many wait already. */
const ENOUGH = 32
/** While one group waits for the disk, another may be sent. */
const LANES = 2
const MOST_CALLS = 128

/**
 * Commits the rows of calls that happen at the same time in one transaction, so that they share its round trips and its
 * wait for the disk. `add` resolves after the commit, never before. For rows that are only added and depend on nothing
 * read in the same transaction; everything else takes a transaction of its own.
 */
export class GroupWriter {
  readonly #pool: pg.Pool
  #queue: Entry[] = []
  #lanes = 0

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /**
   * Resolves when the rows are on disk and the leaves queued, and the parts of decisions are there that the rows rely on.
   * Rejects when they are not, or when nobody can say.
   */
  add(rows: Rows, leaves: readonly Leaf[] = [], parts: readonly PartToKeep[] = []): Promise<void> {
    return new Promise((resolve, reject) => {
      // Made into text here, where a row that cannot be fails its own call only.
      const copies: Copies = new Map()
      for (const [table, some] of rows) addCopies(copies, table, some)
      this.#queue.push({ copies, leaves, parts, resolve, reject })
      if (this.#lanes === 0 || (this.#lanes < LANES && this.#queue.length >= ENOUGH)) {
        this.#lanes++
        // Calls read from the network in the same turn join the first group.
        setImmediate(() => void this.#drain())
      }
    })
  }

  async #drain(): Promise<void> {
    while (this.#queue.length >= (this.#lanes > 1 ? ENOUGH : 1)) {
      const group = this.#queue.splice(0, MOST_CALLS)
      await this.#commit(group).then(
        () => {
          for (const entry of group) entry.resolve()
        },
        (error) => this.#afterFailure(group, error),
      )
    }
    this.#lanes--
  }

  /** One call's bad row must not fail its neighbours: a refused group is written call by call. */
  async #afterFailure(group: Entry[], error: unknown): Promise<void> {
    if (group.length === 1 || !isRefusal(error)) {
      for (const entry of group) entry.reject(error)
      return
    }
    for (const entry of group) await this.#commit([entry]).then(entry.resolve, entry.reject)
  }

  async #commit(group: Entry[]): Promise<void> {
    const all: Copies = new Map()
    for (const { copies } of group)
      for (const [statement, rows] of copies) {
        const others = all.get(statement)
        if (others) others.push(...rows)
        else all.set(statement, [...rows])
      }
    const leaves = group.flatMap((entry) => entry.leaves)
    if (leaves.length) addCopies(all, logPending, packLeaves(leaves))
    const parts = new Map<string, PartToKeep>()
    for (const entry of group) for (const part of entry.parts) parts.set(part.id, part)
    if (!parts.size) return copyInPool(this.#pool, all)
    const copy = () => copyInPool(this.#pool, all, { first: unlessThere([...parts.keys()]) })
    await copy().catch(async (error) => {
      if ((error as { code?: string }).code !== DIVISION_BY_ZERO) throw error
      await insertRows(this.#pool, decisionParts, partRows(parts.values()), { skipExisting: true })
      await copy()
    })
  }
}

const DIVISION_BY_ZERO = '22012'

/** A statement that fails unless all of these parts are there. */
const unlessThere = (ids: readonly string[]): string =>
  `select 1 / (count(*) = ${ids.length})::int from decision_parts where id in (${ids.map((id) => pg.escapeLiteral(id)).join()})`

/** Whether PostgreSQL looked at the rows and refused them, so that nothing was written (classes 22 and 23). */
const isRefusal = (error: unknown): boolean => /^2[23]/.test((error as { code?: string }).code ?? '')
