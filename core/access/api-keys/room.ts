import { and, count, eq, gt, isNull, or } from 'drizzle-orm'
import { AppError } from '#core/kernel/errors.ts'
import type { Tx } from '#db/connect.ts'
import { apiKeys } from '#db/schema.ts'

/** Keys of an organisation that work at the same time, of both environments together. */
export const MOST_KEYS = 200

/** Throws `conflict` when an organisation has as many working keys as it may. The caller holds the organisation's row. */
export async function requireRoom(tx: Tx, organizationId: string): Promise<void> {
  const live = and(
    eq(apiKeys.organization_id, organizationId),
    eq(apiKeys.is_active, true),
    or(isNull(apiKeys.expires_at), gt(apiKeys.expires_at, new Date())),
  )
  const [has] = await tx.select({ n: count() }).from(apiKeys).where(live)
  if ((has?.n ?? 0) >= MOST_KEYS)
    throw new AppError('conflict', `An organisation has at most ${MOST_KEYS} API keys that work. Revoke those that are not used any more.`)
}
