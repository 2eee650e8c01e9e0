import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { deriveKey, deriveKeySet, type KeySet } from '#credentials/keys.ts'
import { newDataKey, openJson, sealJson, unwrapDataKey, wrapDataKey } from '#credentials/seal.ts'
import type { Queryable } from '#db/connect.ts'
import { subjectKeys } from '#db/schema.ts'
import type { Ctx } from './context.ts'
import { AppError } from './errors.ts'

/** Thrown when sealed facts can no longer be opened, or new ones sealed, because their key was destroyed on purpose. */
export class Erased extends AppError {
  constructor() {
    super('facts_erased', 'The personal data of whom this is about was erased, so this can no longer be done.')
    this.name = 'Erased'
  }
}

const CACHE_SIZE = 20_000

/**
 * Whether a row that is seen was committed, by whomever: its maker is older than the transaction that looks, or that one wrote
 * nothing. What a transaction itself made may still be rolled back.
 */
const settled = sql<boolean>`(pg_current_xact_id_if_assigned() is null
  or age(${subjectKeys}.xmin) > age(pg_current_xact_id_if_assigned()::xid))`

/** The product's keys, and the data keys of subjects: made, wrapped, cached for a while, destroyed. */
export class Keyring {
  readonly keys: KeySet
  readonly #secret: string
  readonly #cache = new Map<string, Buffer>()
  /** Goes on with every key that is forgotten: what was read before is not kept after. */
  #epoch = 0
  // Purposes are few and fixed; deriving takes longer than a whole check should.
  readonly #derived = new Map<string, string>()
  readonly #macKeys = new Map<string, KeyObject>()

  constructor(masterSecret: string) {
    this.#secret = masterSecret
    this.keys = deriveKeySet(masterSecret)
  }

  /** 32 bytes for one purpose, hex. */
  derive(purpose: string): string {
    let derived = this.#derived.get(purpose)
    if (!derived) {
      derived = deriveKey(this.#secret, purpose).toString('hex')
      this.#derived.set(purpose, derived)
    }
    return derived
  }

  /** HMAC-SHA-256 of a text under `derive(purpose)`, hex. */
  mac(purpose: string, text: string): string {
    let key = this.#macKeys.get(purpose)
    if (!key) {
      key = createSecretKey(this.derive(purpose), 'utf8')
      this.#macKeys.set(purpose, key)
    }
    return createHmac('sha256', key).update(text).digest('hex')
  }

  /** Makes the data key `id` when it does not exist yet, and returns it. Throws Erased when it was destroyed. */
  async ensure(db: Queryable, scope: Pick<Ctx, 'organizationId' | 'environment'>, id: string): Promise<Buffer> {
    const known = this.#cache.get(id) ?? (await this.#find(db, id))
    if (known) return known
    const { key, row } = this.fresh(scope, id)
    const made = await db.insert(subjectKeys).values(row).onConflictDoNothing().returning({ id: subjectKeys.id })
    // Another call made it in the meantime.
    return made.length ? key : this.read(db, id)
  }

  /** A data key that does not exist yet, and the row to write for it. It is not kept at hand: the row may be rolled back. */
  fresh(scope: Pick<Ctx, 'organizationId' | 'environment'>, id: string) {
    const key = newDataKey()
    const wrapped_key = wrapDataKey(this.keys.sealing, id, key)
    return { key, row: { id, organization_id: scope.organizationId, environment: scope.environment, wrapped_key } }
  }

  /** The data key, or Erased. */
  async read(db: Queryable, id: string): Promise<Buffer> {
    const key = this.#cache.get(id) ?? (await this.#find(db, id))
    if (!key) throw new Erased()
    return key
  }

  /** The data key from its row; null without a row. It is kept at hand when the row is committed and nothing was erased meanwhile. */
  async #find(db: Queryable, id: string): Promise<Buffer | null> {
    const epoch = this.#epoch
    const [row] = await db
      .select({ wrapped_key: subjectKeys.wrapped_key, settled })
      .from(subjectKeys)
      .where(eq(subjectKeys.id, id))
      .limit(1)
    if (!row) return null
    if (!row.wrapped_key) throw new Erased()
    const key = unwrapDataKey(this.keys.sealing, id, row.wrapped_key)
    if (row.settled && epoch === this.#epoch) this.remember(id, key)
    return key
  }

  /** Has many keys at hand before they are asked for one by one: a list of names is then one query, not one a name. */
  async prepare(db: Queryable, ids: readonly string[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.#cache.has(id))
    if (!missing.length) return
    const epoch = this.#epoch
    const { id, wrapped_key } = subjectKeys
    const rows = await db.select({ id, wrapped_key, settled }).from(subjectKeys).where(inArray(subjectKeys.id, missing))
    for (const row of rows)
      if (row.wrapped_key && row.settled && epoch === this.#epoch)
        this.remember(row.id, unwrapDataKey(this.keys.sealing, row.id, row.wrapped_key))
  }

  /** Keeps a key at hand. Only for keys whose row is committed: a key of a rolled-back row must not be used again. */
  remember(id: string, key: Buffer): void {
    if (this.#cache.size >= CACHE_SIZE) this.#cache.delete(this.#cache.keys().next().value!)
    this.#cache.set(id, key)
  }

  forget(id: string): void {
    this.#epoch++
    this.#cache.delete(id)
  }

  /** For when destroyed keys may have been announced unheard. */
  forgetAll(): void {
    this.#epoch++
    this.#cache.clear()
  }

  /** Seals a value. Keys of tenants and of screened names are made outside the transaction, so that they can be kept at hand. */
  async seal(
    db: Queryable,
    ctx: Pick<Ctx, 'organizationId' | 'environment' | 'db'>,
    keyId: string,
    context: string,
    value: unknown,
  ): Promise<Buffer> {
    if (!/^(tenant|screened):/.test(keyId)) return sealJson(await this.ensure(db, ctx, keyId), context, value)
    return sealJson(await this.#made(ctx, keyId), context, value)
  }

  /**
   * The id of the data key for somebody known only by having been screened, made when there is none: one a name and birth date, so
   * that it can be destroyed for that person alone. Nothing can be read from the id. Others bear the same name, so where a key was
   * destroyed the next one is made.
   */
  async screenedKey(ctx: Pick<Ctx, 'organizationId' | 'environment' | 'db' | 'services'>, subject: ScreenedName): Promise<string> {
    for (const id of screenedKeyIds(ctx, subject))
      try {
        await this.#made(ctx, id)
        return id
      } catch (error) {
        if (!(error instanceof Erased)) throw error
      }
    throw new Error('ids have no end')
  }

  /** A key made outside of every transaction: it is committed at once. */
  async #made(ctx: Pick<Ctx, 'organizationId' | 'environment' | 'db'>, id: string): Promise<Buffer> {
    const epoch = this.#epoch
    const key = await this.ensure(ctx.db, ctx, id)
    if (epoch === this.#epoch) this.remember(id, key)
    return key
  }

  async open<T>(db: Queryable, keyId: string, context: string, sealed: Uint8Array): Promise<T> {
    return openJson<T>(await this.read(db, keyId), context, sealed)
  }
}

/** The data key for facts that belong to no person: one an organisation and environment. */
export const tenantKeyId = (scope: Pick<Ctx, 'organizationId' | 'environment'>) => `tenant:${scope.organizationId}:${scope.environment}`

interface ScreenedName {
  full_name: string
  date_of_birth?: string | null | undefined
}

/** The ids of the data keys of one screened name, each following one that was destroyed: without end. */
export function* screenedKeyIds(
  ctx: Pick<Ctx, 'organizationId' | 'environment' | 'services'>,
  subject: ScreenedName,
): Generator<string, never> {
  const name = subject.full_name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
  const digest = ctx.services.keyring.mac(
    'screened-names',
    `${ctx.organizationId}|${ctx.environment}|${name}|${subject.date_of_birth ?? ''}`,
  )
  const first = `screened:${digest.slice(0, 32)}`
  yield first
  for (let n = 1; ; n++) yield `${first}.${n}`
}
