import { lt, sql } from 'drizzle-orm'
import type { Services } from '#core/kernel/services.ts'
import { idempotencyKeys } from '#db/schema.ts'

/** Removes answers kept under an Idempotency-Key for longer than their 72 hours. */
// no audit: they count no longer since then; nothing that happened is removed.
export async function forgetOldAnswers({ connection }: Services): Promise<void> {
  await connection.db.delete(idempotencyKeys).where(lt(idempotencyKeys.created_at, sql`now() - interval '72 hours'`))
}
