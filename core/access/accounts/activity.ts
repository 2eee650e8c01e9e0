import { and, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { definePageVerb } from '#core/record/verb.ts'
import { auditLogs } from '#db/schema.ts'

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

/** What the signed-in person did, or was done to their account, newest first. At most 100 entries, those before entry `before`. */
export const listOwnActivity = definePageVerb({
  name: 'account.list_activity',
  permission: 'account.keep',
  input: z.strictObject({ limit: z.number().int(), before: z.string().optional() }),
  run: async ({ ctx, input }): Promise<{ data: Activity[]; has_more: boolean }> => {
    const limit = Math.min(100, Math.max(1, input.limit))
    const own = eq(auditLogs.user_id, ctx.actor.id)
    const older = input.before
      ? sql`(${auditLogs.timestamp}, ${auditLogs.id}) < (select a.timestamp, a.id from audit_logs a where a.id = ${input.before} and a.user_id = ${ctx.actor.id})`
      : undefined
    const rows = await ctx.db
      .select()
      .from(auditLogs)
      .where(and(own, older))
      .orderBy(desc(auditLogs.timestamp), desc(auditLogs.id))
      .limit(limit + 1)
    return { data: rows.slice(0, limit).map(presentActivity), has_more: rows.length > limit }
  },
})
