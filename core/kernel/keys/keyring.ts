import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { SQL } from 'drizzle-orm'
import { deriveKey, type KeySet } from '#credentials/keys.ts'
import {
  keyNumberOf,
  type NumberedKeys,
  newDataKey,
  openJson,
  sealJsonText,
  UnknownKeyNumber,
  unwrapDataKey,
  wrapDataKey,
} from '#credentials/seal.ts'
import type { Queryable } from '#db/connect.ts'
import type { subjectKeys } from '#db/schema.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { isSameText } from '../same-text.ts'
import { KeysAtHand } from './at-hand.ts'
import { groupOf, KEY_GROUPS, type KeyGroup } from './groups.ts'
import { type KeysNow, keysAt, numberedKeys, type PublishedKeys, rootAt, rootsOf, type SigningKeys } from './key-set.ts'
import { LostKeys } from './lost.ts'
import { newRoots, type Root } from './roots.ts'
import type { KeyService } from './service.ts'
import { SubjectKeyStore } from './subject-key-store.ts'

/** Thrown when sealed facts can no longer be opened, or new ones sealed, because their key was destroyed on purpose. */
export class Erased extends AppError {
  constructor() {
    super('facts_erased', 'The personal data of whom this is about was erased, so this can no longer be done.')
    this.name = 'Erased'
  }
}

/** Where the keys of rotations are read, and what opens them. */
export interface KeySource {
  db: Queryable
  services: readonly KeyService[]
}

/** The product's keys, and the data keys of subjects: made, wrapped, cached for a while, destroyed. */
export class Keyring {
  readonly master: string
  readonly source: KeySource | null
  /** Keys that were made and are not there. */
  readonly lost: LostKeys
  readonly #roots: Root[]
  readonly #subjects: SubjectKeyStore
  #now: KeysNow | null = null
  readonly #atHand = new KeysAtHand()
  // Purposes are few and fixed; deriving takes longer than a whole check should.
  readonly #derived = new Map<string, string>()
  readonly #macKeys = new Map<string, KeyObject>()
  readonly #numbered = new Map<string, NumberedKeys>()

  /** `openKeyring` of core/kernel/keys/open.ts also knows what rotations added. */
  constructor(masterSecret: string, source: KeySource | null = null, subjects: SubjectKeyStore = new SubjectKeyStore()) {
    this.master = masterSecret
    this.source = source
    this.#subjects = subjects
    this.lost = new LostKeys(subjects, source?.db ?? null)
    const first = { generation: 0, secret: masterSecret, signer: null, since: 0 }
    this.#roots = (Object.keys(KEY_GROUPS) as KeyGroup[]).map((group) => ({ group, ...first }))
  }

  /** Takes in what rotations added since, here or in another process. */
  async reload(): Promise<void> {
    if (!this.source) return
    const known = (group: string, generation: number) => this.#roots.some((root) => root.group === group && root.generation === generation)
    const fresh = await newRoots(this.source.db, this.source.services, known)
    for (const root of fresh) if (!known(root.group, root.generation)) this.#roots.push(root)
    if (fresh.length) this.#change()
  }

  #change(): void {
    this.#now = null
    for (const map of [this.#derived, this.#macKeys, this.#numbered]) map.clear()
  }

  #keysNow(): KeysNow {
    if (this.#now && Date.now() < this.#now.until) return this.#now
    this.#change()
    this.#now = keysAt(this.#roots, Date.now())
    return this.#now
  }

  /** The keys in use now. `sealing` is the first; `sealingKeys` has all. */
  get keys(): KeySet {
    return this.#keysNow().keys
  }
  /** Every key whose signatures hold. */
  get published(): PublishedKeys {
    return this.#keysNow().published
  }
  /** The keys that sign together while one replaces the other. */
  get signing(): SigningKeys {
    return this.#keysNow().signing
  }

  /** The keys that wrap data keys: what they sealed says by number under which. */
  get sealingKeys(): NumberedKeys {
    return this.#numberedKeys('sealing', 'sealing')
  }

  /** The keys of a purpose of the sessions, for secrets at rest. */
  sessionKeys(purpose: string): NumberedKeys {
    return this.#numberedKeys(purpose, 'sessions')
  }

  #numberedKeys(purpose: string, group: KeyGroup): NumberedKeys {
    this.#keysNow()
    let keys = this.#numbered.get(purpose)
    if (!keys) {
      keys = numberedKeys(this.#roots, Date.now(), purpose, group)
      this.#numbered.set(purpose, keys)
    }
    return keys
  }

  /** Numbers of the secrets of a group, the one in use first. */
  generations(group: KeyGroup): number[] {
    const all = rootsOf(this.#roots, group)
    const current = rootAt(all, Date.now())
    return [current, ...all.filter((root) => root !== current)].map((root) => root.generation)
  }

  /** 32 bytes for one purpose, hex: of the secret in use, or of the one with this number. Purposes whose values are searched by have only the first. */
  derive(purpose: string, number?: number): string {
    this.#keysNow()
    const group = groupOf(purpose)
    const generation = group ? (number ?? this.generations(group)[0]!) : 0
    const name = `${purpose}#${generation}`
    let derived = this.#derived.get(name)
    if (!derived) {
      const root = group && this.#roots.find((one) => one.group === group && one.generation === generation)
      if (root === undefined) throw new RangeError(`the ${group} have no secret number ${generation}`)
      derived = deriveKey(root ? root.secret! : this.master, purpose).toString('hex')
      this.#derived.set(name, derived)
    }
    return derived
  }

  /** HMAC-SHA-256 of a text under `derive(purpose)`, hex. */
  mac(purpose: string, text: string): string {
    return this.#hmac(purpose, text).digest('hex')
  }

  #hmac(purpose: string, text: string, number?: number) {
    const name = `${purpose}#${number ?? ''}`
    this.#keysNow()
    let key = this.#macKeys.get(name)
    if (!key) {
      key = createSecretKey(this.derive(purpose, number), 'utf8')
      this.#macKeys.set(name, key)
    }
    return createHmac('sha256', key).update(text)
  }

  /** A short signature of a text that this service gives out and takes back: base64url, with the key's number before it unless that is 0. */
  stamp(purpose: string, text: string, length = 43): string {
    const number = this.generations('sessions')[0]!
    return `${number ? `${number}~` : ''}${this.#hmac(purpose, text, number).digest('base64url').slice(0, length)}`
  }

  /** Whether `stamp` made this, under the key in use or a former one. */
  isStamp(purpose: string, text: string, given: string, length = 43): boolean {
    const [, digits] = /^([1-9]\d{0,2})~/.exec(given) ?? []
    const number = Number(digits ?? 0)
    if (!this.generations('sessions').includes(number)) return false
    const right = this.#hmac(purpose, text, number).digest('base64url').slice(0, length)
    return isSameText(given.slice(digits ? digits.length + 1 : 0), right)
  }

  /** Makes the data key `id` when it never existed, and returns it. Throws Erased when it was destroyed, KeyMissing when it was lost. */
  async ensure(db: Queryable, scope: Pick<Ctx, 'organizationId' | 'environment'>, id: string): Promise<Buffer> {
    const known = this.#atHand.get(id) ?? (await this.#find(db, id))
    if (known) return known
    const { key, row } = this.fresh(scope, id)
    // Where not, another call made it in the meantime.
    return (await this.#subjects.add(db, row)) ? key : this.read(db, id)
  }

  /** A data key that does not exist yet, and the row to write for it. It is not kept at hand: the row may be rolled back. */
  fresh(scope: Pick<Ctx, 'organizationId' | 'environment'>, id: string) {
    const key = newDataKey()
    const wrapped_key = wrapDataKey(this.sealingKeys, id, key)
    return { key, row: { id, organization_id: scope.organizationId, environment: scope.environment, wrapped_key } }
  }

  /** The data key, Erased, or KeyMissing. */
  async read(db: Queryable, id: string): Promise<Buffer> {
    const key = this.#atHand.get(id) ?? (await this.#find(db, id))
    if (!key) throw this.lost.found()
    return key
  }

  /** The data key from its row; null without a row. It is kept at hand when the row is committed and nothing was erased meanwhile. */
  async #find(db: Queryable, id: string): Promise<Buffer | null> {
    const epoch = this.#atHand.epoch
    const [row] = await this.#subjects.find(db, [id])
    if (!row) return null
    if (!row.wrapped_key) throw new Erased()
    if (!row.wrapped_key.length) throw this.lost.found()
    const key = await this.#unwrap(id, row.wrapped_key)
    if (row.settled && epoch === this.#atHand.epoch) this.remember(id, key)
    return key
  }

  /** Has many keys at hand before they are asked for one by one: a list of names is then one query, not one a name. */
  async prepare(db: Queryable, ids: readonly string[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.#atHand.get(id))
    if (!missing.length) return
    const epoch = this.#atHand.epoch
    for (const row of await this.#subjects.find(db, missing)) {
      const key = row.wrapped_key?.length && row.settled && (await this.#unwrap(row.id, row.wrapped_key))
      if (key && epoch === this.#atHand.epoch) this.remember(row.id, key)
    }
  }

  /** Another process may have wrapped it under a key that came after this one last looked. */
  async #unwrap(id: string, wrapped: Uint8Array): Promise<Buffer> {
    try {
      return unwrapDataKey(this.sealingKeys, id, wrapped)
    } catch (error) {
      if (!(error instanceof UnknownKeyNumber)) throw error
      await this.reload()
      return unwrapDataKey(this.sealingKeys, id, wrapped)
    }
  }

  async stateOf(db: Queryable, id: string): Promise<'live' | 'destroyed' | 'missing' | null> {
    const [row] = await this.#subjects.find(db, [id])
    if (!row) return null
    return row.wrapped_key ? (row.wrapped_key.length ? 'live' : 'missing') : 'destroyed'
  }

  /** Ids of data keys that were destroyed or set aside, in their order: of these a page. */
  destroyedAfter(db: Queryable, after: string, most: number): Promise<string[]> {
    return this.#subjects.destroyedAfter(db, after, most)
  }

  /** Wrapped keys by id, as they lie: for who opens many elsewhere. Those that were destroyed or lost are left out. */
  async wrapped(db: Queryable, ids: readonly string[]): Promise<Map<string, Uint8Array>> {
    const rows = await this.#subjects.find(db, [...new Set(ids)])
    const found = rows.flatMap(({ id, wrapped_key }) => (wrapped_key?.length ? [[id, wrapped_key] as const] : []))
    if (rows.length < new Set(ids).size || rows.some(({ wrapped_key }) => wrapped_key?.length === 0)) this.lost.missing ||= 1
    if (found.some(([, bytes]) => !this.sealingKeys.keys.has(keyNumberOf(bytes) ?? 0))) await this.reload()
    return new Map(found)
  }

  /** Destroys data keys when the transaction commits, here, in every other process and in a database of their own. */
  async destroy(tx: Queryable, where: { ids: readonly string[]; at: Date; scope?: SQL | undefined }): Promise<void> {
    await this.#subjects.destroy(tx, where)
    for (const id of where.ids) this.forget(id)
  }

  /**
   * Takes a data key out of use when the transaction commits: nothing opens with it any more, as if it were destroyed, but what a law keeps
   * can be opened by `setAsideId` of it until that is destroyed too. Nothing where it was done before.
   */
  async setAside(
    tx: Queryable,
    ctx: Pick<Ctx, 'organizationId' | 'environment'>,
    id: string,
    where: { at: Date; scope: SQL },
  ): Promise<void> {
    if ((await this.stateOf(tx, id)) !== 'live') return
    const aside = setAsideId(id)
    const wrapped_key = wrapDataKey(this.sealingKeys, aside, await this.read(tx, id))
    await this.#subjects.add(tx, { id: aside, organization_id: ctx.organizationId, environment: ctx.environment, wrapped_key })
    await this.destroy(tx, { ids: [id], ...where })
  }

  /** Wraps every data key that an older key wraps with the one in use. Gives how many. */
  rewrap(db: Queryable): Promise<number> {
    return this.#subjects.rewrap(db, this.sealingKeys)
  }

  /** Adds the rows of keys made with `fresh` where they lie apart. Gives what goes into the main database. */
  addApart(rows: readonly (typeof subjectKeys.$inferInsert)[]): Promise<(typeof subjectKeys.$inferInsert)[]> {
    return this.#subjects.addApart(rows)
  }

  /** Destroys in the keys' own database what committed transactions asked for. */
  async carryOut(only?: string): Promise<void> {
    if (this.source) await this.#subjects.carryOut(this.source.db, only)
  }

  /** Ends the connections to where keys lie apart. */
  async close(): Promise<void> {
    await this.#subjects.close()
    for (const service of this.source?.services ?? []) await service.close?.()
  }

  /** Whether destroyed keys are heard of. While not, none is kept at hand. */
  set listening(heard: boolean) {
    this.#atHand.heard = heard
  }

  /** Keeps a key at hand. Only for keys whose row is committed: a key of a rolled-back row must not be used again. */
  remember(id: string, key: Buffer): void {
    this.#atHand.set(id, key)
  }

  forget(id: string): void {
    this.#atHand.forget(id)
  }

  /** For when destroyed keys may have been announced unheard. */
  forgetAll(): void {
    this.#atHand.forgetAll()
  }

  /** Seals a value. Keys of tenants and of screened names are made outside the transaction, so that they can be kept at hand. */
  async seal(
    db: Queryable,
    ctx: Pick<Ctx, 'organizationId' | 'environment' | 'db'>,
    keyId: string,
    context: string,
    value: unknown,
  ): Promise<Buffer> {
    return this.sealText(db, ctx, keyId, context, JSON.stringify(value))
  }

  /** The same of a value of which the JSON is at hand. */
  async sealText(
    db: Queryable,
    ctx: Pick<Ctx, 'organizationId' | 'environment' | 'db'>,
    keyId: string,
    context: string,
    text: string,
  ): Promise<Buffer> {
    const made = keyId.startsWith('tenant:') || keyId.startsWith('screened:')
    return sealJsonText(await (made ? this.#made(ctx, keyId) : this.ensure(db, ctx, keyId)), context, text)
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

  // Made outside of every transaction: it is committed at once.
  async #made(ctx: Pick<Ctx, 'organizationId' | 'environment' | 'db'>, id: string): Promise<Buffer> {
    const epoch = this.#atHand.epoch
    const key = await this.ensure(ctx.db, ctx, id)
    if (epoch === this.#atHand.epoch) this.remember(id, key)
    return key
  }

  async open<T>(db: Queryable, keyId: string, context: string, sealed: Uint8Array): Promise<T> {
    return openJson<T>(await this.read(db, keyId), context, sealed)
  }
}

/** The data key for facts that belong to no person: one an organisation and environment. */
export const tenantKeyId = (scope: Pick<Ctx, 'organizationId' | 'environment'>) => `tenant:${scope.organizationId}:${scope.environment}`

/** What the data key of somebody restricted is called: no row names it, so nobody comes upon it. */
export const setAsideId = (id: string) => `kept:${id}`

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
