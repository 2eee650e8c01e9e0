import { desc, eq } from 'drizzle-orm'
import { apiKeys } from '#db/schema.ts'
import type { Ctx } from '../context.ts'
import { requirePermission } from '../permissions.ts'
import { type ApiKey, presentKey } from './present.ts'

/** The organisation's keys of both environments, newest first. */
export async function listApiKeys({ ctx }: { ctx: Ctx }): Promise<{ data: ApiKey[] }> {
  requirePermission(ctx, 'keys.manage')
  const rows = await ctx.db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.organization_id, ctx.organizationId))
    .orderBy(desc(apiKeys.created_at))
    .limit(500)
  return { data: rows.map(presentKey) }
}
