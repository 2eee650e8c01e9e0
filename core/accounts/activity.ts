import { desc, eq } from 'drizzle-orm'
import { auditLogs } from '#db/schema.ts'
import type { Ctx } from '../context.ts'
import { requirePermission } from '../permissions.ts'

export interface Activity {
  id: string
  action: string
  category: string
  status: string
  timestamp: string
  details: Record<string, unknown>
}

export const presentActivity = (row: typeof auditLogs.$inferSelect): Activity => ({
  id: row.id,
  action: row.action,
  category: row.category,
  status: row.status,
  timestamp: row.timestamp.toISOString(),
  details: row.details,
})

/** What the signed-in person did, or was done to their account, newest first. At most 100 entries. */
export async function listOwnActivity({ ctx, input }: { ctx: Ctx; input: { limit: number } }): Promise<{ data: Activity[] }> {
  requirePermission(ctx, 'account.read')
  const rows = await ctx.db
    .select()
    .from(auditLogs)
    .where(eq(auditLogs.user_id, ctx.actor.id))
    .orderBy(desc(auditLogs.timestamp), desc(auditLogs.id))
    .limit(Math.min(100, Math.max(1, input.limit)))
  return { data: rows.map(presentActivity) }
}
