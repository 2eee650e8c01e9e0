import { hash, randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Signer } from '#credentials/keys.ts'
import { SealError } from '#credentials/seal.ts'
import type { Queryable } from '#db/connect.ts'
import { keyRoots } from '#db/schema.ts'
import { KEY_GROUPS, type KeyGroup } from './groups.ts'
import type { KeyService } from './service.ts'

/** A secret from which the keys of one group are derived, or a signer held by a key service. */
export interface Root {
  group: KeyGroup
  /** 0 is the installation's first secret; each rotation of the group adds one. */
  generation: number
  secret: string | null
  signer: Signer | null
  /** From when on it is used, ms since 1970. */
  since: number
}

const MASTER = 'master'
const contextOf = (group: string, generation: number) => `key-root:${group}:${generation}`

/** Opens what a service wrapped, whichever of these it was. */
async function unwrapRoot(
  services: readonly KeyService[],
  row: Pick<typeof keyRoots.$inferSelect, 'group' | 'generation' | 'service' | 'wrapped'>,
): Promise<string> {
  const service = services.find(({ name }) => name === row.service)
  if (!service)
    throw new Error(
      row.service === 'embedded'
        ? 'The keys in the database are wrapped by APP_SECRET: set it, or wrap them anew with rotate-keys --only wrapping.'
        : `The keys in the database are wrapped by ${row.service}: set KEY_SERVICE=${row.service} with its settings.`,
    )
  try {
    return Buffer.from(await service.unwrap(row.wrapped!, contextOf(row.group, row.generation))).toString()
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    throw new Error('APP_SECRET is not the secret under which the keys in this database were wrapped.')
  }
}

/**
 * The installation's first secret, from which every key of generation 0 is derived: kept wrapped where there is one, else
 * `given`, else made and kept. With a key service a given one is kept too, so that it need not be given any longer.
 */
export async function masterRoot(db: Queryable, services: readonly KeyService[], given: string | null): Promise<string> {
  const find = async () => (await db.select().from(keyRoots).where(eq(keyRoots.group, MASTER)).limit(1))[0]
  const kept = await find()
  if (kept) return unwrapRoot(services, kept)
  const service = services[0]!
  if (service.name === 'embedded') return given!
  const secret = given ?? randomBytes(32).toString('hex')
  const wrapped = Buffer.from(await service.wrap(Buffer.from(secret), contextOf(MASTER, 0)))
  await db
    .insert(keyRoots)
    .values({ group: MASTER, generation: 0, service: service.name, wrapped, since: new Date(0) })
    .onConflictDoNothing()
  // Another process may have been first.
  return unwrapRoot(services, (await find())!)
}

/** The roots that rotations added and that are not known yet. */
export async function newRoots(
  db: Queryable,
  services: readonly KeyService[],
  known: (group: string, generation: number) => boolean,
): Promise<Root[]> {
  const roots: Root[] = []
  for (const row of await db.select().from(keyRoots).orderBy(keyRoots.group, keyRoots.generation)) {
    if (row.group === MASTER || known(row.group, row.generation)) continue
    const group = row.group as KeyGroup
    const held = row.held_as ? services.find(({ name }) => name === row.service) : undefined
    if (row.held_as && !held?.signer) throw new Error(`The key of the ${group} is held by ${row.service}: set KEY_SERVICE=${row.service}.`)
    roots.push({
      group,
      generation: row.generation,
      since: row.since.getTime(),
      secret: row.wrapped ? await unwrapRoot(services, row) : null,
      signer: row.held_as ? await held!.signer!(row.held_as, (key) => kidOf(group, key)) : null,
    })
  }
  return roots
}

const kidOf = (group: string, publicKey: Uint8Array) => `${group}-${hash('sha256', publicKey).slice(0, 12)}`

/** A new root of the group, to be written. The log's key stays inside a service that can hold it. */
export async function makeRoot(
  service: KeyService,
  group: KeyGroup,
  generation: number,
  now: boolean,
): Promise<typeof keyRoots.$inferInsert> {
  const since = new Date(Date.now() + (now ? 0 : KEY_GROUPS[group].ahead))
  if (group === 'log' && service.makeSigner)
    return { group, generation, service: service.name, held_as: await service.makeSigner(group), since }
  const secret = randomBytes(32).toString('hex')
  const wrapped = Buffer.from(await service.wrap(Buffer.from(secret), contextOf(group, generation)))
  return { group, generation, service: service.name, wrapped, since }
}

/** Wraps every kept secret anew with the first of the services. Gives how many. */
export async function wrapAnew(db: Queryable, services: readonly KeyService[], master: string): Promise<number> {
  const service = services[0]!
  const wrap = async (group: string, generation: number, secret: string) => ({
    service: service.name,
    wrapped: Buffer.from(await service.wrap(Buffer.from(secret), contextOf(group, generation))),
  })
  const first = await wrap(MASTER, 0, master)
  await db
    .insert(keyRoots)
    .values({ group: MASTER, generation: 0, since: new Date(0), ...first })
    .onConflictDoUpdate({ target: [keyRoots.group, keyRoots.generation], set: first })
  const rows = (await db.select().from(keyRoots)).filter((row) => row.group !== MASTER && row.wrapped)
  for (const row of rows)
    await db
      .update(keyRoots)
      .set(await wrap(row.group, row.generation, await unwrapRoot(services, row)))
      .where(and(eq(keyRoots.group, row.group), eq(keyRoots.generation, row.generation)))
  return rows.length + 1
}
