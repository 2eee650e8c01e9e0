import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { settings } from '#db/schema.ts'
import type { Services } from './services.ts'

/** After this long without a sign of life its holder counts as dead. */
const LEASE_SECONDS = 60

/**
 * Runs `work` unless another process is at it, and null then. Long work holds neither a lock nor a connection: a note says who
 * is at it until when, renewed while it lasts, by the clock of the database. `name` is a key of the settings.
 */
export async function withLease<T>(services: Services, name: string, work: () => Promise<T>): Promise<T | null> {
  const { db } = services.connection
  const by = randomUUID()
  const row = { value: sql`jsonb_build_object('by', ${by}::text)`, updated_at: sql`now()` }
  const taken = await db
    .insert(settings)
    .values({ key: name, ...row })
    .onConflictDoUpdate({
      target: settings.key,
      set: row,
      setWhere: sql`${settings.updated_at} < now() - make_interval(secs => ${LEASE_SECONDS})`,
    })
    .returning({ key: settings.key })
  if (!taken.length) return null
  const mine = and(eq(settings.key, name), sql`${settings.value} ->> 'by' = ${by}`)
  const renew = setInterval(
    () => {
      // One that fails is made good by the next.
      db.update(settings)
        .set({ updated_at: sql`now()` })
        .where(mine)
        .catch((error: Error) => services.log.warn({ lease: name, error: error.message }, 'a lease could not be renewed'))
    },
    (LEASE_SECONDS * 1000) / 4,
  )
  try {
    return await work()
  } finally {
    clearInterval(renew)
    await db.delete(settings).where(mine)
  }
}
