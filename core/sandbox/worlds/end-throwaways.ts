import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { eachOf } from '#core/kernel/each-of.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { write } from '#core/record/transaction.ts'
import { forgetClock } from '#core/sources/clock/sandbox.ts'
import { auditLogs, credentials, decisions, organizations, subjectKeys, users, webhookEndpoints } from '#db/schema.ts'
import { GONE, inWorld, ORGANIZATION_TABLES, removeRows, WORLD_TABLES_REVERSED } from './tables.ts'

const GRACE_MS = 24 * 3_600_000
const BATCH = 100

/** Stays: the log, and the decisions it vouches for. Their facts are sealed, and of the keys stays only that they were destroyed. */
const KEPT: readonly unknown[] = [auditLogs, decisions, subjectKeys, users]

/** Removes the worlds of organisations that were deleted lately. */
async function removeWorlds(services: Services): Promise<void> {
  const lately = new Date(Date.now() - 7 * GRACE_MS)
  const gone = await services.connection.db.select({ id: organizations.id }).from(organizations).where(gt(organizations.ended_at, lately))
  // no audit: the end of the organisation is in the log, and with it that of its sandbox.
  await eachOf(gone, 1, ({ id }) =>
    services.connection.db.transaction(async (tx) => {
      for (const table of WORLD_TABLES_REVERSED) await removeRows(tx, table, inWorld(table, id))
    }),
  )
}

/** Removes throw-away organisations a day after they ended, with all their rows; the audit log and the decisions in it keep what happened. */
export async function endThrowaways(services: Services): Promise<number> {
  const { db } = services.connection
  // no audit: nobody's, of worlds whose end is in the log.
  await db.delete(credentials).where(and(eq(credentials.organization_id, GONE), lt(credentials.expires_at, new Date())))
  await removeWorlds(services)
  const ended = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(and(eq(organizations.kind, 'throwaway'), lt(organizations.expires_at, new Date(Date.now() - GRACE_MS))))
    .limit(BATCH)
  await eachOf(ended, 1, async ({ id }) => {
    const ctx = systemCtx(services, { id: 'end-throwaways', organizationId: id, environment: 'sandbox' })
    // no event: nobody is left to be told.
    await write(ctx, async (tx) => {
      let removed = 0
      const own = sql`select id from ${webhookEndpoints} where organization_id = ${id}`
      await tx.execute(sql`delete from webhook_attempts where endpoint_id in (${own})`)
      await tx.execute(sql`delete from webhook_deliveries where endpoint_id in (${own})`)
      for (const table of ORGANIZATION_TABLES)
        if (!KEPT.includes(table)) removed += await removeRows(tx, table, eq(table.organization_id, id))
      const keys = await tx.select({ id: subjectKeys.id }).from(subjectKeys).where(eq(subjectKeys.organization_id, id))
      await services.keyring.destroy(tx, { ids: keys.map((key) => key.id), at: new Date(ctx.now) })
      await tx.delete(organizations).where(inArray(organizations.id, [id]))
      return {
        result: removed,
        audit: { action: 'throwaway_ended', category: 'system', subject: { type: 'organization', id }, details: { removed } },
      }
    })
    forgetClock(id)
  })
  return ended.length
}
