import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { creatorOf } from '#core/access/api-keys/creator.ts'
import type { Environment } from '#core/kernel/context.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { notify } from '#core/record/notifications/notify.ts'
import { writeDue } from '#core/record/write-due.ts'
import { apiKeys } from '#db/schema.ts'
import { dueWarning } from './credentials.ts'

const DAY_MS = 86_400_000
const BATCH = 200
/** Days before its end at which a key's owner is told. */
const TELL = [14, 3] as const

/** Tells once each that a key ends in 14 days and in 3. A key that was replaced ends as its owner wants. */
export async function tellExpiringKeys(services: Services): Promise<number> {
  const now = Date.now()
  const untold = (days: number) =>
    and(lte(apiKeys.expires_at, new Date(now + days * DAY_MS)), or(isNull(apiKeys.warned_days), sql`${apiKeys.warned_days} > ${days}`))
  const due = and(eq(apiKeys.is_active, true), isNull(apiKeys.replaced_by), gt(apiKeys.expires_at, new Date(now)), or(...TELL.map(untold)))
  const keys = await services.connection.db.select().from(apiKeys).where(due).orderBy(apiKeys.id).limit(BATCH)
  for (const { id, organization_id, environment } of keys) {
    const ctx = systemCtx(services, { id: 'api_keys', organizationId: organization_id, environment: environment as Environment, now })
    await writeDue(ctx, async (tx) => {
      const [row] = await tx
        .select()
        .from(apiKeys)
        .where(and(due, eq(apiKeys.id, id)))
        .for('update')
        .limit(1)
      // Another process told it in the meantime.
      if (!row) return null
      const days = dueWarning(row.expires_at!.getTime() - now, TELL)!
      await tx.update(apiKeys).set({ warned_days: days }).where(eq(apiKeys.id, id))
      const owner = await creatorOf(tx, row)
      if (owner)
        await notify(tx, ctx, {
          userId: owner,
          title: 'An API key expires soon',
          body: `${row.name} (${row.key_prefix}…) works until ${row.expires_at!.toISOString().slice(0, 16).replace('T', ' ')} UTC. Make a new one before.`,
          href: '/developer/api-keys',
        })
      return {
        result: 1,
        audit: { action: 'api_key_expiring', category: 'system', subject: { type: 'api_key', id }, details: { days } },
        events: [
          {
            type: 'api_key.expiring',
            resource: { type: 'api_key', id },
            object: {
              key: { id, name: row.name, prefix: row.key_prefix, environment },
              expires_at: row.expires_at!.toISOString(),
              days_left: days,
            },
          },
        ],
      }
    })
  }
  return keys.length
}
