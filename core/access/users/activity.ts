import { and, count, desc, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { byId } from '#core/kernel/fields.ts'
import { ofPlatformLog } from '#core/record/audit/platform.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { auditLogs } from '#db/schema.ts'
import { type Activity, presentActivity } from '../accounts/activity.ts'

/** What one user did, or was done to the account, newest first, with its number; what they did for an organisation without details. For admins. */
export const listUserActivity = definePageVerb({
  name: 'users.list_activity',
  permission: 'users.read',
  admin: true,
  input: byId().extend({ page: z.number().int().optional(), per_page: z.number().int().optional() }),
  run: async ({ ctx, input }): Promise<{ data: Activity[]; total: number; page: number; per_page: number; pages: number }> => {
    const per_page = Math.min(100, Math.max(1, input.per_page ?? 10))
    const page = Math.max(1, input.page ?? 1)
    const where = eq(auditLogs.user_id, input.id)
    const [[counted], rows] = await Promise.all([
      ctx.db.select({ n: count() }).from(auditLogs).where(where),
      ctx.db
        .select()
        .from(auditLogs)
        .where(where)
        .orderBy(desc(auditLogs.timestamp), desc(auditLogs.id))
        .limit(per_page)
        .offset((page - 1) * per_page),
    ])
    const total = counted?.n ?? 0
    const ids = rows.map((row) => row.id)
    const full = ids.length
      ? await ctx.db
          .select({ id: auditLogs.id })
          .from(auditLogs)
          .where(and(inArray(auditLogs.id, ids), ofPlatformLog))
      : []
    const shown = (row: (typeof rows)[number]) => ({
      ...presentActivity(row),
      ...(!full.some((one) => one.id === row.id) && { details: {} }),
    })
    return { data: rows.map(shown), total, page, per_page, pages: Math.max(1, Math.ceil(total / per_page)) }
  },
})
