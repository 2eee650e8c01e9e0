import { eq, sql } from 'drizzle-orm'
import { type Ctx, withTenant } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import type { OfferingRow } from '#core/securities/offerings/facts.ts'
import type { Tx } from '#db/connect.ts'
import { LOCKS } from '#db/locks.ts'
import { offerings, settings } from '#db/schema.ts'
import { findScoped, lockScoped } from '#db/scoped.ts'

/** Fixtures live in an organisation of their own, without users or keys, whose clock stands still: nothing in it expires. */
const HOME = 'org_sandbox_fixtures'
const DONE = 'sandbox_fixtures'
/** Raised when the fixtures change: they are made anew. */
const EDITION = 1

/** Whether this is the id of an object that exists in every sandbox. */
const isFixture = (id: string) => /^(off|inv|txn)_sandbox_/.test(id)

/** The context in which an object is to be read: the caller's own, or in the sandbox the fixtures' when the id is one of theirs. */
export async function homeOf(ctx: Ctx, id: string): Promise<Ctx> {
  if (ctx.environment !== 'sandbox' || !isFixture(id)) return ctx
  return { ...withTenant(ctx, HOME, 'sandbox'), now: await ready(ctx.services) }
}

/** Makes the fixtures if this id is one of theirs; before a transaction, which would hold a connection meanwhile. */
export async function prepareFixture(ctx: Ctx, id: string | undefined): Promise<void> {
  if (id !== undefined) await homeOf(ctx, id)
}

/** The offering a call is about, locked. A fixture is only read: what is bought of it is the caller's, and it stays as it is. */
export async function lockOffering(tx: Tx, ctx: Ctx, id: string): Promise<OfferingRow | null> {
  const home = await homeOf(ctx, id)
  return home === ctx ? lockScoped(tx, offerings, ctx, id) : findScoped(tx, offerings, home, id)
}

/** Throws `conflict` when one of these ids is a fixture's: everybody reads it, so nobody changes it. */
export function refuseFixtures(ctx: Ctx, ids: readonly unknown[]): void {
  const fixture = ctx.environment === 'sandbox' ? ids.find((id) => typeof id === 'string' && isFixture(id)) : undefined
  if (fixture)
    throw new AppError('conflict', `This fixture cannot be changed: ${fixture} is the same in every sandbox. Create one of your own.`)
}

const made = new WeakMap<Services, Promise<number>>()

/** The time at which the fixtures stand, ms. They are made at the first call that needs them. */
function ready(services: Services): Promise<number> {
  const known = made.get(services)
  if (known) return known
  const making = makeOnce(services)
  made.set(services, making)
  making.catch(() => made.delete(services))
  return making
}

async function makeOnce(services: Services): Promise<number> {
  const { db } = services.connection
  const standing = async (from: Pick<Tx, 'select'>) => {
    const [row] = await from.select().from(settings).where(eq(settings.key, DONE)).limit(1)
    const value = row?.value as { edition: number; at: number } | undefined
    return value?.edition === EDITION ? value.at : null
  }
  return (
    (await standing(db)) ??
    // Of several processes one makes them; the others wait for its lock.
    // no audit: nothing is changed here but the note that they are made; each of them audits itself.
    db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.fixtures})`)
      const known = await standing(tx)
      if (known !== null) return known
      const at = Date.now()
      await services.makeFixtures(systemCtx(services, { id: 'fixtures', organizationId: HOME, environment: 'sandbox', now: at }))
      const row = { value: { edition: EDITION, at }, updated_at: new Date(at) }
      await tx
        .insert(settings)
        .values({ key: DONE, ...row })
        .onConflictDoUpdate({ target: settings.key, set: row })
      return at
    })
  )
}
