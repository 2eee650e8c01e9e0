import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
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

/** The product's keys, and the data keys of subjects: made, wrapped, cached for a while, destroyed. */
export class Keyring {
  readonly keys: KeySet
  readonly #secret: string
  readonly #cache = new Map<string, Buffer>()
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

  /** Makes the data key `id` when it does not exist yet, and returns it. */
  async ensure(db: Queryable, scope: Pick<Ctx, 'organizationId' | 'environment'>, id: string): Promise<Buffer> {
    const known = this.#cache.get(id)
    if (known) return known
    const fresh = newDataKey()
    await db
      .insert(subjectKeys)
      .values({
        id,
        organization_id: scope.organizationId,
        environment: scope.environment,
        wrapped_key: wrapDataKey(this.keys.sealing, id, fresh),
      })
      .onConflictDoNothing()
    const [row] = await db.select().from(subjectKeys).where(eq(subjectKeys.id, id)).limit(1)
    if (!row?.wrapped_key) throw new Erased()
    return unwrapDataKey(this.keys.sealing, id, row.wrapped_key)
  }

  /** A data key that does not exist yet, and the row to write for it. It is not kept at hand: the row may be rolled back. */
  fresh(scope: Pick<Ctx, 'organizationId' | 'environment'>, id: string) {
    const key = newDataKey()
    const wrapped_key = wrapDataKey(this.keys.sealing, id, key)
    return { key, row: { id, organization_id: scope.organizationId, environment: scope.environment, wrapped_key } }
  }

  /** The data key, or Erased. */
  async read(db: Queryable, id: string): Promise<Buffer> {
    const known = this.#cache.get(id)
    if (known) return known
    const [row] = await db.select().from(subjectKeys).where(eq(subjectKeys.id, id)).limit(1)
    if (!row?.wrapped_key) throw new Erased()
    const key = unwrapDataKey(this.keys.sealing, id, row.wrapped_key)
    this.remember(id, key)
    return key
  }

  /** Has many keys at hand before they are asked for one by one: a list of names is then one query, not one a name. */
  async prepare(db: Queryable, ids: readonly string[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.#cache.has(id))
    if (!missing.length) return
    const { id, wrapped_key } = subjectKeys
    const rows = await db.select({ id, wrapped_key }).from(subjectKeys).where(inArray(subjectKeys.id, missing))
    for (const row of rows) if (row.wrapped_key) this.remember(row.id, unwrapDataKey(this.keys.sealing, row.id, row.wrapped_key))
  }

  /** Keeps a key at hand. Only for keys whose row is committed: a key of a rolled-back row must not be used again. */
  remember(id: string, key: Buffer): void {
    if (this.#cache.size >= CACHE_SIZE) this.#cache.delete(this.#cache.keys().next().value!)
    this.#cache.set(id, key)
  }

  forget(id: string): void {
    this.#cache.delete(id)
  }

  /** For when destroyed keys may have been announced unheard. */
  forgetAll(): void {
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
    const key = await this.ensure(ctx.db, ctx, keyId)
    this.remember(keyId, key)
    return sealJson(key, context, value)
  }

  /**
   * The id of the data key for somebody known only by having been screened, made when there is none: one a name and birth date, so
   * that it can be destroyed for that person alone. Nothing can be read from the id. Others bear the same name, so where a key was
   * destroyed the next one is made.
   */
  async screenedKey(ctx: Pick<Ctx, 'organizationId' | 'environment' | 'db' | 'services'>, subject: ScreenedName): Promise<string> {
    for (const id of screenedKeyIds(ctx, subject))
      try {
        this.remember(id, await this.ensure(ctx.db, ctx, id))
        return id
      } catch (error) {
        if (!(error instanceof Erased)) throw error
      }
    throw new Error('ids have no end')
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
