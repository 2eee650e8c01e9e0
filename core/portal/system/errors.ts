import { and, count, desc, eq, ilike } from 'drizzle-orm'
import { z } from 'zod'
import { definePageVerb } from '#core/record/verb.ts'
import { monitoringLogs } from '#db/schema.ts'

const listErrorsInput = z.strictObject({
  level: z.enum(['debug', 'info', 'warn', 'error']).optional(),
  search: z.string().max(100).optional(),
  page: z.number().int().min(1).max(100_000).default(1),
  per_page: z.number().int().min(1).max(100).default(10),
})

export interface ErrorEntry {
  id: string
  kind: string
  level: string
  message: string
  data: unknown
  created_at: string
}

/** What browsers reported, newest first. Personal fields and secrets were taken out before it was stored. */
export const listErrors = definePageVerb({
  name: 'system.list_errors',
  permission: 'system.read',
  admin: true,
  input: listErrorsInput,
  run: async ({ ctx, input }): Promise<{ data: ErrorEntry[]; total: number }> => {
    const t = monitoringLogs
    const where = and(
      input.level && eq(t.level, input.level),
      input.search ? ilike(t.message, `%${input.search.replace(/[\\%_]/g, '\\$&')}%`) : undefined,
    )
    const [rows, [counted]] = await Promise.all([
      ctx.db
        .select()
        .from(t)
        .where(where)
        .orderBy(desc(t.created_at), desc(t.id))
        .limit(input.per_page)
        .offset((input.page - 1) * input.per_page),
      ctx.db.select({ total: count() }).from(t).where(where),
    ])
    return { data: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })), total: counted!.total }
  },
})
