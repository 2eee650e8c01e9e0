import { and, desc, eq, lt, or } from 'drizzle-orm'
import { z } from 'zod'
import { listOf } from '#core/kernel/answers.ts'
import { decodeCursor, pageOf, pageQuery } from '#core/kernel/pagination.ts'
import { auditLogs } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { AUDIT_CATEGORIES, type AuditRow } from '../log/append.ts'
import { defineVerb } from '../verb.ts'
import { auditFilter, mayReadEntry } from './filter.ts'

const entryShape = z.object({
  object: z.literal('audit_entry'),
  id: z.string(),
  action: z.string(),
  category: z.enum(AUDIT_CATEGORIES),
  status: z.enum(['success', 'failure']),
  actor: z.object({ type: z.enum(['api_key', 'user', 'system', 'anonymous']), id: z.string() }),
  subject: z.object({ type: z.string(), id: z.string() }).nullable(),
  details: z.record(z.string(), z.unknown()).meta({ description: 'Ids, codes and hashes; never personal data' }),
  request_id: z.string().nullable(),
  environment: z.enum(['sandbox', 'production']),
  created_at: z.string(),
})

const present = (row: AuditRow): z.output<typeof entryShape> => ({
  object: 'audit_entry',
  id: row.id,
  action: row.action,
  category: row.category as (typeof AUDIT_CATEGORIES)[number],
  status: row.status as 'success',
  actor: { type: row.actor_type as 'user', id: row.actor_id },
  subject: row.subject_type && row.subject_id ? { type: row.subject_type, id: row.subject_id } : null,
  details: row.details,
  request_id: row.request_id,
  environment: row.environment as 'sandbox',
  created_at: row.timestamp.toISOString(),
})

const listAuditQuery = z.strictObject({
  ...pageQuery,
  action: z.string().max(100).optional(),
  category: z.enum(AUDIT_CATEGORIES).optional(),
  status: z.enum(['success', 'failure']).optional(),
  actor_id: z.string().max(100).optional(),
  subject_id: z.string().max(100).optional(),
  created_after: z.iso.datetime({ offset: true }).optional().meta({ description: 'Not before this time' }),
  created_before: z.iso.datetime({ offset: true }).optional().meta({ description: 'Before this time' }),
})

const timeOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

/** What was done in the caller's organisation, newest first. */
export const listAuditEntries = defineVerb({
  name: 'audit_entries.list',
  permission: 'audit_log.read',
  input: listAuditQuery,
  output: listOf(entryShape),
  run: async ({ ctx, input }) => {
    const t = auditLogs
    const { limit: _, cursor: __, created_after, created_before, ...said } = input
    const after = decodeCursor(ctx, 'audit_entries', input.cursor)
    const at = after && new Date(after[0] as string)
    const rows = await ctx.db
      .select()
      .from(t)
      .where(
        inScope(
          t,
          ctx,
          and(
            auditFilter({ ...said, from: timeOf(created_after), before: timeOf(created_before) }),
            mayReadEntry(ctx),
            at ? or(lt(t.timestamp, at), and(eq(t.timestamp, at), lt(t.id, String(after[1])))) : undefined,
          ),
        ),
      )
      .orderBy(desc(t.timestamp), desc(t.id))
      .limit(input.limit + 1)
    const position = (row: AuditRow): [string, string] => [row.timestamp.toISOString(), row.id]
    return { success: true as const, ...pageOf(ctx, 'audit_entries', rows, input.limit, present, position) }
  },
})
