import { hash, randomBytes } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Actor, Environment } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { memberIn, primaryRole, serviceIn } from '#core/kernel/members.ts'
import { type Member, ownerOf, type Role } from '#core/kernel/permissions.ts'
import { Line } from '#core/kernel/pulse.ts'
import type { Services } from '#core/kernel/services.ts'
import { isAllowedAddress } from '#core/kernel/session-policy.ts'
import { apiKeys, organizations, userRoles, users } from '#db/schema.ts'

const KEY_PATTERN = /^sw_(sandbox|production)_([0-9a-f]{64})$/

/** A new key: prefix, environment and 32 random bytes. `keyPrefix` is what lists show; only the hash is stored. */
export function generateKey(environment: Environment) {
  const secret = randomBytes(32).toString('hex')
  const key = `sw_${environment}_${secret}`
  return { key, keyPrefix: secret.slice(0, 8), keyHash: hashKey(key) }
}

/** Whether a key with these scopes can do whatever one with those can. */
export const covers = (own: readonly string[], other: readonly string[]) => own.includes('*') || other.every((scope) => own.includes(scope))

export const hashKey = (key: string) => hash('sha256', key)

type KeyRow = typeof apiKeys.$inferSelect & {
  throwaway: boolean
  budget: string
  /** Of the person who made it. */
  role: Role
  suspended: boolean
  /** Of whom it acts for: null where they are in the organisation no more. */
  member: Member | null
  /** Whether the organisation is about to end. */
  ending: boolean
  /** Where the organisation is worked from, where it says so. */
  addresses: string[] | null
  /** Addresses this process has met it from. */
  seen: Set<string>
}

/**
 * Known keys by hash. Database triggers announce every change of a key, and of its person's roles and standing, so a revoked one
 * is refused at its next call in every process; while that channel is down (`listening` false) nothing is cached.
 */
export class KeyCache {
  readonly #line = new Line()
  /** Counts what was announced: a row read before a change must not be kept after it. */
  changes = 0
  readonly #rows = new Map<string, KeyRow>()
  readonly #used = new Map<string, { at: number; ip: string | null; route: string }>()
  #seen = new Map<string, Set<string>>()

  get listening(): boolean {
    return this.#line.heard
  }
  set listening(heard: boolean) {
    this.#line.heard = heard
  }

  get(hash: string): KeyRow | undefined {
    return this.listening ? this.#rows.get(hash) : undefined
  }
  set(hash: string, row: KeyRow): void {
    if (this.#rows.size > 10_000) this.#rows.clear()
    this.#rows.set(hash, row)
  }
  drop(hash: string): void {
    this.changes++
    this.#rows.delete(hash)
  }
  /** Forgets the keys of a person. */
  dropOf(userId: string): void {
    this.changes++
    for (const [hash, row] of this.#rows) if (row.created_by === userId) this.#rows.delete(hash)
  }
  /** Forgets the keys of an organisation. */
  dropOfOrganization(organizationId: string): void {
    this.changes++
    for (const [hash, row] of this.#rows) if (row.organization_id === organizationId) this.#rows.delete(hash)
  }
  clear(): void {
    this.changes++
    this.#rows.clear()
  }
  noteUse(row: KeyRow, ip: string | null, route: string): void {
    this.#used.set(row.id, { at: Date.now(), ip, route })
    if (ip === null || row.throwaway || row.seen.has(ip)) return
    if (row.seen.size > 1_000) row.seen.clear()
    row.seen.add(ip)
    const seen = this.#seen.get(row.id)
    if (seen) seen.add(ip)
    else this.#seen.set(row.id, new Set([ip]))
  }

  /** Addresses met since the previous call, by key: those that are not new to this process are left out. */
  takeSeen(): Map<string, Set<string>> {
    const seen = this.#seen
    if (seen.size) this.#seen = new Map()
    return seen
  }

  /** Writes the last uses since the previous call in one statement. */
  async flushUses(services: Pick<Services, 'connection'>): Promise<void> {
    if (!this.#used.size) return
    const uses = [...this.#used]
    this.#used.clear()
    const values = sql.join(
      uses.map(([id, use]) => sql`(${id}, ${new Date(use.at).toISOString()}::timestamptz, ${use.ip}::text, ${use.route}::text)`),
      sql`, `,
    )
    await services.connection.db.execute(
      sql`update api_keys k set last_used_at = u.at, last_used_ip = u.ip, last_used_route = u.route from (values ${values}) as u(id, at, ip, route) where k.id = u.id`,
    )
  }
}

export const keyCache = new KeyCache()

/** The roles of the person who made a key, now. Somebody who is gone has none, which is an investor's. */
export const rolesOf = sql<
  string[] | null
>`(select array_agg(${userRoles.role}) from ${userRoles} where ${userRoles.user_id} = ${apiKeys.created_by})`

/** What whoever a key acts for is in its organisation, and whether it acts for somebody at all, as columns of a query. */
export const actsFor = {
  maker: sql<boolean>`exists (select 1 from ${users} where ${users.id} = ${apiKeys.created_by})`,
  member: sql<Member | null>`case when ${apiKeys.service_account_id} is null then ${memberIn(apiKeys.created_by, apiKeys.organization_id)}
    else ${serviceIn(apiKeys.service_account_id)} end`,
}

/** The same as one answer: a key nobody stands behind has what an investor's organisation has. */
export const memberBehind = (
  row: { maker: boolean; member: Member | null },
  key: Pick<typeof apiKeys.$inferSelect, 'service_account_id'>,
) => (row.maker || key.service_account_id ? row.member : ownerOf('investor'))

/** Throws where a key that is known does nothing, wherever it comes from, and says why. */
function requireUsable(row: Omit<KeyRow, 'seen'>): void {
  if (!row.is_active) throw new AppError('revoked_api_key', 'This API key was revoked. Create a new one in the developer portal.')
  if (row.expires_at && row.expires_at.getTime() <= Date.now())
    throw new AppError('expired_api_key', `This API key expired on ${row.expires_at.toISOString()}.`)
  if (row.suspended)
    throw new AppError('account_suspended', 'The person who made this key is suspended, so it does nothing. Ask an administrator.')
  if (row.ending)
    throw new AppError('organization_ending', 'This organisation is about to be deleted, so its keys do nothing. An owner can call it off.')
  if (!row.member)
    throw row.service_account_id
      ? new AppError('service_account_ended', 'The service account of this key has ended. Use a key of another one.')
      : new AppError(
          'maker_left',
          'The person who made this key is not a member of the organisation any more. Make a new key, or one of a service account.',
        )
}

/** Throws where a key comes from an address that it may not come from. */
function requireAddress(row: KeyRow, ip: string | null): void {
  if (row.allowed_ips.length && !(ip && isAllowedAddress(ip, row.allowed_ips)))
    throw new AppError('ip_not_allowed', 'This key may only be used from the addresses named with it.')
  if (row.addresses?.length && !(ip && isAllowedAddress(ip, row.addresses)))
    throw new AppError(
      'ip_not_allowed',
      'Your organisation is worked in from its own network addresses alone, by keys too. An owner can add this one.',
    )
}

/** A key as it stands now, with whom it acts for. */
async function readKey(services: Pick<Services, 'connection'>, which: SQL): Promise<Omit<KeyRow, 'seen'> | null> {
  const [found] = await services.connection.db
    .select({
      key: apiKeys,
      kind: organizations.kind,
      budget: sql<string>`coalesce(${organizations.budget_id}, ${organizations.id})`,
      roles: rolesOf,
      suspended: sql<boolean>`${users.suspended_at} is not null`,
      addresses: sql<string[] | null>`${organizations.session_policy} -> 'addresses'`,
      ending: sql<boolean>`${organizations.ending_since} is not null or ${organizations.ended_at} is not null`,
      ...actsFor,
    })
    .from(apiKeys)
    .innerJoin(organizations, eq(organizations.id, apiKeys.organization_id))
    .leftJoin(users, eq(users.id, apiKeys.created_by))
    .where(which)
    .limit(1)
  return (
    (found && {
      ...found.key,
      throwaway: found.kind === 'throwaway',
      budget: found.budget,
      role: primaryRole(found.roles ?? []),
      // A program goes on without the person who made its key.
      suspended: found.suspended && !found.key.service_account_id,
      member: memberBehind(found, found.key),
      ending: found.ending,
      addresses: found.addresses,
    }) ??
    null
  )
}

const actorOf = (row: Omit<KeyRow, 'seen'>): Actor & { type: 'api_key' } => ({
  type: 'api_key',
  id: row.id,
  family: row.family ?? row.id,
  organizationId: row.organization_id,
  environment: row.environment as Environment,
  scopes: row.scopes,
  role: row.role,
  member: row.member,
  version: row.api_version,
  strictChecksum: row.settings.strict_checksum ?? false,
  throwaway: row.throwaway,
  budget: row.budget,
})

/**
 * The actor of a key that gave something out, as it stands now: what it gave ends with it. Throws as `authenticateKey`, but for the address:
 * whoever was given something comes from elsewhere.
 */
export async function giverOf(services: Pick<Services, 'connection'>, keyId: string): Promise<Actor & { type: 'api_key' }> {
  const row = await readKey(services, eq(apiKeys.id, keyId))
  if (!row) throw new AppError('revoked_api_key', 'The API key that gave this out is gone.')
  requireUsable(row)
  return actorOf(row)
}

/** The actor behind a key, or 401 that says why. */
export async function authenticateKey(
  services: Services,
  key: string,
  call: { ip: string | null; route: string },
): Promise<Actor & { type: 'api_key' }> {
  if (!KEY_PATTERN.test(key))
    throw new AppError('invalid_api_key', 'This is not a Sealwright key: it must be sw_sandbox_ or sw_production_ and 64 hex characters.')
  const keyHash = hashKey(key)
  let row = keyCache.get(keyHash)
  if (!row) {
    const before = keyCache.changes
    const found = await readKey(services, eq(apiKeys.key_hash, keyHash))
    if (!found) throw new AppError('invalid_api_key', 'This API key is not known.')
    row = { ...found, seen: new Set() }
    if (keyCache.changes === before) keyCache.set(keyHash, row)
  }
  requireUsable(row)
  requireAddress(row, call.ip)
  keyCache.noteUse(row, call.ip, call.route)
  return actorOf(row)
}
