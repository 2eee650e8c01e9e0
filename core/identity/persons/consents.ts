import { desc, eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import type { Queryable } from '#db/connect.ts'
import { consents } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

export type ConsentRow = typeof consents.$inferSelect

/** The newest consent a person gave this tenant, or null when the tenant checked the person itself. */
export async function consentOf(db: Queryable, ctx: Ctx, personId: string): Promise<ConsentRow | null> {
  const [row] = await db
    .select()
    .from(consents)
    .where(inScope(consents, ctx, eq(consents.person_id, personId)))
    .orderBy(desc(consents.given_at), desc(consents.id))
    .limit(1)
  return row ?? null
}

/** True when the person let this tenant rely on the check and took that back. */
export async function consentWithdrawn(db: Queryable, ctx: Ctx, personId: string): Promise<boolean> {
  return (await consentOf(db, ctx, personId))?.withdrawn_at != null
}
