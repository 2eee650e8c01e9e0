import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { apiKeys } from '#db/schema.ts'

/** A key of the caller's organisation, of either environment. Throws `not_found`. */
export async function ownKey(ctx: Ctx, id: string): Promise<typeof apiKeys.$inferSelect> {
  const [found] = await ctx.db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.organization_id, ctx.organizationId)))
    .limit(1)
  if (!found) throw notFound()
  return found
}
