import { and, desc, eq, lte } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import type { Queryable } from '#db/connect.ts'
import { listVersions } from '#db/schema.ts'
import type { SanctionsList } from '#screening/entity.ts'
import { decodeList } from '#screening/snapshot.ts'
import { loadFew, type ReadyLists } from './loaded.ts'

const KEPT = 200
const LOOK_MS = 1_000

/** Lists of single sandboxes by organisation; null where the sample is in force. Looked up again after a second. */
const own = new Map<string, { id: string | null; world: ReadyLists | null; readAt: number }>()

/** The list a sandbox made its own by changing the sample, ready to be screened against; null while it uses the sample. */
export async function ownLists(db: Queryable, ctx: Pick<Ctx, 'organizationId'>): Promise<ReadyLists | null> {
  const known = own.get(ctx.organizationId)
  const age = known ? performance.now() - known.readAt : Number.POSITIVE_INFINITY
  // A transaction sees its own changes; all others that look at the same time share one look.
  const alone = 'rollback' in db
  if (!known || age >= LOOK_MS) return alone ? look(db, ctx.organizationId) : lookOnce(db, ctx.organizationId)
  // A busy sandbox looks ahead, so that its calls do not all wait once a second.
  if (age > LOOK_MS / 2 && !alone) lookOnce(db, ctx.organizationId).catch(() => {})
  return known.world
}

const looks = new Map<string, Promise<ReadyLists | null>>()

function lookOnce(db: Queryable, organizationId: string): Promise<ReadyLists | null> {
  const looking = looks.get(organizationId) ?? look(db, organizationId)
  looks.set(organizationId, looking)
  return looking.finally(() => {
    if (looks.get(organizationId) === looking) looks.delete(organizationId)
  })
}

async function look(db: Queryable, organizationId: string): Promise<ReadyLists | null> {
  const known = own.get(organizationId)
  const [latest] = await db
    .select({ id: listVersions.id })
    .from(listVersions)
    .where(eq(listVersions.organization_id, organizationId))
    .orderBy(desc(listVersions.id))
    .limit(1)
  if (known && known.id === (latest?.id ?? null)) {
    known.readAt = performance.now()
    return known.world
  }
  const world = latest ? loadFew([await readVersion(db, latest.id)]) : null
  remember(organizationId, latest?.id ?? null, world)
  return world
}

async function readVersion(db: Queryable, id: string): Promise<SanctionsList> {
  const [row] = await db.select({ content: listVersions.content }).from(listVersions).where(eq(listVersions.id, id)).limit(1)
  return decodeList(row!.content)
}

/** Puts a list in force for its sandbox. */
export function remember(organizationId: string, id: string | null, world: ReadyLists | null): void {
  looks.delete(organizationId)
  own.delete(organizationId)
  if (own.size >= KEPT) own.delete(own.keys().next().value!)
  own.set(organizationId, { id, world, readAt: performance.now() })
}

/** Makes the next check look the list up again, for whoever removes or copies a sandbox's versions. */
export function forgetOwnList(organizationId: string): void {
  own.delete(organizationId)
  looks.delete(organizationId)
}

/** The sandbox's own list as it was loaded at a time of its clock; null when it had none then. */
export async function ownListAt(db: Queryable, ctx: Pick<Ctx, 'organizationId'>, at: number): Promise<SanctionsList | null> {
  const [row] = await db
    .select({ content: listVersions.content })
    .from(listVersions)
    .where(and(eq(listVersions.organization_id, ctx.organizationId), lte(listVersions.loaded_at, new Date(at))))
    .orderBy(desc(listVersions.loaded_at), desc(listVersions.id))
    .limit(1)
  return row ? decodeList(row.content) : null
}
