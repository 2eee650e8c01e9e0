import { and, eq, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import { keyNumberOf, type NumberedKeys, unwrapDataKey, wrapDataKey } from '#credentials/seal.ts'
import type { Connection, Queryable } from '#db/connect.ts'
import { subjectKeys } from '#db/schema.ts'

type NewRow = typeof subjectKeys.$inferInsert

/**
 * Whether a row that is seen was committed, by whomever: its maker is older than the transaction that looks, or that one wrote
 * nothing. What a transaction itself made may still be rolled back.
 */
const settled = sql<boolean>`(pg_current_xact_id_if_assigned() is null
  or age(${subjectKeys}.xmin) > age(pg_current_xact_id_if_assigned()::xid))`

/** What the main database has of a key that lies apart: that it was made. A database of keys that lacks it is older than the data. */
const ELSEWHERE = Buffer.alloc(0)
const elsewhere = sql`octet_length(${subjectKeys.wrapped_key}) = 0`
const PAGE = 5_000

/** Which of these ids have a row there. */
async function knownOf(there: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await there
    .select({ id: subjectKeys.id })
    .from(subjectKeys)
    .where(inArray(subjectKeys.id, [...ids]))
  return new Set(rows.map((row) => row.id))
}

const markOf = (row: NewRow): NewRow => ({ ...row, wrapped_key: ELSEWHERE })

/**
 * The table of wrapped data keys: beside what they seal, or in a database of its own, so that a destroyed key is destroyed for
 * every backup of the other. There a key is written at once and may outlive a transaction that fails, which harms nothing; it is
 * destroyed after the transaction that says so has committed. The main database keeps a mark of each that was made or destroyed.
 */
export class SubjectKeyStore {
  readonly #apart: Connection | null
  constructor(apart: Connection | null = null) {
    this.#apart = apart
  }

  #on = (db: Queryable): Queryable => this.#apart?.db ?? db

  async close(): Promise<void> {
    await this.#apart?.close()
  }

  /** The rows of these ids, and whether each is committed. One that was made and is not there has an empty key. */
  async find(db: Queryable, ids: readonly string[]) {
    const { id, wrapped_key } = subjectKeys
    const on = (where: Queryable, wanted: readonly string[]) =>
      where
        .select({ id, wrapped_key, settled })
        .from(subjectKeys)
        .where(wanted.length === 1 ? eq(id, wanted[0]!) : inArray(id, [...wanted]))
    if (!this.#apart) return on(db, ids)
    const found = await on(this.#apart.db, ids)
    if (found.length === ids.length) return found
    const known = new Set(found.map((row) => row.id))
    return [
      ...found,
      ...(await on(
        db,
        ids.filter((one) => !known.has(one)),
      )),
    ]
  }

  /** Ids of keys that were destroyed, in their order. */
  async destroyedAfter(db: Queryable, after: string, most: number): Promise<string[]> {
    const { id, destroyed_at } = subjectKeys
    const rows = await this.#on(db)
      .select({ id })
      .from(subjectKeys)
      .where(and(isNotNull(destroyed_at), sql`${id} > ${after}`))
      .orderBy(id)
      .limit(most)
    return rows.map((row) => row.id)
  }

  /** Writes a key unless its id is taken; false then. */
  async add(db: Queryable, row: NewRow): Promise<boolean> {
    const made = await this.#on(db).insert(subjectKeys).values(row).onConflictDoNothing().returning({ id: subjectKeys.id })
    if (made.length && this.#apart) await db.insert(subjectKeys).values(markOf(row)).onConflictDoNothing()
    return made.length > 0
  }

  /** Writes keys where they lie apart. Gives the rows that go into the main database. */
  async addApart(rows: readonly NewRow[]): Promise<NewRow[]> {
    if (!this.#apart) return [...rows]
    if (rows.length) await this.#apart.db.insert(subjectKeys).values([...rows])
    return rows.map(markOf)
  }

  /** Ids of keys that were made and are not there, in pages: their database is older than the data, or is not the one in use. */
  async *missing(db: Queryable): AsyncGenerator<string[], void> {
    const { id } = subjectKeys
    for (let after = ''; ; ) {
      const rows = await db
        .select({ id })
        .from(subjectKeys)
        .where(and(elsewhere, sql`${id} > ${after}`))
        .orderBy(id)
        .limit(PAGE)
      if (!rows.length) return
      after = rows.at(-1)!.id
      const ids = rows.map((row) => row.id)
      const known = this.#apart && (await knownOf(this.#apart.db, ids))
      const lost = ids.filter((one) => !known?.has(one))
      if (lost.length) yield lost
    }
  }

  /** Marks here what lies apart without a mark: made by an older release, or in a transaction that failed and was done again. */
  async markAll(db: Queryable): Promise<void> {
    if (!this.#apart) return
    const { id } = subjectKeys
    for (let after = ''; ; ) {
      const rows = await this.#apart.db
        .select({
          id,
          organization_id: subjectKeys.organization_id,
          environment: subjectKeys.environment,
          created_at: subjectKeys.created_at,
        })
        .from(subjectKeys)
        .where(and(isNotNull(subjectKeys.wrapped_key), sql`${id} > ${after}`))
        .orderBy(id)
        .limit(PAGE)
      if (!rows.length) return
      after = rows.at(-1)!.id
      const known = await knownOf(
        db,
        rows.map((row) => row.id),
      )
      const fresh = rows.filter((row) => !known.has(row.id)).map(markOf)
      if (fresh.length) await db.insert(subjectKeys).values(fresh).onConflictDoNothing()
    }
  }

  /** Notes that these are gone for good, when the transaction commits. */
  async giveUp(tx: Queryable, ids: readonly string[], at: Date): Promise<void> {
    await tx
      .update(subjectKeys)
      .set({ wrapped_key: null, destroyed_at: at })
      .where(and(inArray(subjectKeys.id, [...ids]), elsewhere))
  }

  /** Destroys keys when the transaction commits; `scope` narrows them further. */
  async destroy(tx: Queryable, { ids, at, scope }: { ids: readonly string[]; at: Date; scope?: SQL | undefined }): Promise<void> {
    if (!ids.length) return
    const live = and(inArray(subjectKeys.id, [...ids]), isNull(subjectKeys.destroyed_at), scope)
    if (this.#apart) await this.#mark(tx, await this.#apart.db.select().from(subjectKeys).where(live), at)
    await tx.update(subjectKeys).set({ wrapped_key: null, destroyed_at: at }).where(live)
    // Heard when the transaction commits.
    for (const id of ids) await tx.execute(sql`select pg_notify('subject_key_destroyed', ${id})`)
  }

  /** The mark of a destroyed key, in the transaction itself. */
  async #mark(tx: Queryable, rows: readonly (typeof subjectKeys.$inferSelect)[], at: Date): Promise<void> {
    if (!rows.length) return
    await tx
      .insert(subjectKeys)
      .values(rows.map((row) => ({ ...row, wrapped_key: null, destroyed_at: at })))
      .onConflictDoUpdate({ target: subjectKeys.id, set: { wrapped_key: null, destroyed_at: at } })
  }

  /** Destroys there what is marked here. Safe to repeat: after every erasure, at the start, and after a restore of either database. */
  async carryOut(db: Queryable, only?: string): Promise<void> {
    const apart = this.#apart
    if (!apart) return
    const marked = await db
      .select()
      .from(subjectKeys)
      .where(and(isNotNull(subjectKeys.destroyed_at), only === undefined ? undefined : eq(subjectKeys.id, only)))
    for (let from = 0; from < marked.length; from += 1_000) {
      await apart.db
        .insert(subjectKeys)
        .values(marked.slice(from, from + 1_000))
        .onConflictDoUpdate({
          target: subjectKeys.id,
          set: { wrapped_key: null, destroyed_at: sql`excluded.destroyed_at` },
          setWhere: isNotNull(subjectKeys.wrapped_key),
        })
    }
  }

  /** Wraps with the key in use whatever an older one wraps. */
  async rewrap(db: Queryable, keys: NumberedKeys): Promise<number> {
    const on = this.#on(db)
    let last = ''
    let done = 0
    for (;;) {
      const rows = await on
        .select({ id: subjectKeys.id, wrapped: subjectKeys.wrapped_key })
        .from(subjectKeys)
        .where(and(sql`${subjectKeys.id} > ${last}`, isNotNull(subjectKeys.wrapped_key), not(elsewhere)))
        .orderBy(subjectKeys.id)
        .limit(500)
      if (!rows.length) return done
      last = rows.at(-1)!.id
      const old = rows.filter(({ wrapped }) => keyNumberOf(wrapped!) !== keys.current)
      if (!old.length) continue
      const fresh = old.map(({ id, wrapped }) => ({ id, was: wrapped!, now: wrapDataKey(keys, id, unwrapDataKey(keys, id, wrapped!)) }))
      const list = sql.join(
        fresh.map(({ id, was, now }) => sql`(${id}, ${was}::bytea, ${now}::bytea)`),
        sql`, `,
      )
      // One that was destroyed meanwhile stays so.
      await on.execute(sql`update subject_keys k set wrapped_key = v.fresh from (values ${list}) v(id, old, fresh)
        where k.id = v.id and k.wrapped_key = v.old`)
      done += old.length
    }
  }

  /** Moves keys that lie beside what they seal to their own database, before anything is read. Safe to repeat. */
  async moveIn(db: Queryable): Promise<number> {
    const apart = this.#apart
    let moved = 0
    if (!apart) return moved
    for (;;) {
      const rows = await db
        .select()
        .from(subjectKeys)
        .where(and(isNotNull(subjectKeys.wrapped_key), not(elsewhere)))
        .limit(1_000)
      if (!rows.length) return moved
      await apart.db.insert(subjectKeys).values(rows).onConflictDoNothing()
      const ids = rows.map(({ id }) => id)
      await db.update(subjectKeys).set({ wrapped_key: ELSEWHERE }).where(inArray(subjectKeys.id, ids))
      moved += ids.length
    }
  }
}
