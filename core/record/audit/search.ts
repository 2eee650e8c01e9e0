import { and, count, desc, eq, inArray, or, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { findByEmail, mailAddresses } from '#core/kernel/people.ts'
import { auditLogs, logEntries } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { AUDIT_CATEGORIES } from '../log/append.ts'
import { definePageVerb } from '../verb.ts'
import { auditFilter, mayReadEntry } from './filter.ts'
import { ofPlatformLog } from './platform.ts'

const text = z.string().trim().max(200).optional()
const day = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional()

export const auditSearchInput = z.object({
  /** The id of a user, actor, subject, request or entry. */
  id: text,
  email: text,
  action: text,
  category: z.enum(AUDIT_CATEGORIES).optional(),
  status: z.enum(['success', 'failure']).optional(),
  environment: z.enum(['sandbox', 'production']).optional(),
  from: day,
  to: day,
  page: z.number().int().min(1).max(1_000_000).default(1),
  per_page: z.number().int().min(1).max(100).default(25),
})

/** One entry as the admin reads it. `leaf_index` is its place in the public log, null for the moment before it has one. */
export interface AuditEntry {
  id: string
  user_id: string | null
  user_email: string | null
  action: string
  category: string
  status: string
  details: Record<string, unknown>
  timestamp: string
  organization_id: string
  environment: string
  actor: { type: string; id: string; email: string | null }
  subject: { type: string; id: string } | null
  request_id: string | null
  leaf_index: number | null
}

export interface AuditPage {
  data: AuditEntry[]
  total: number
  page: number
  per_page: number
  pages: number
}

/**
 * The whole audit log, newest first, narrowed by filters, with the number of entries found. For admins: what is an organisation's own
 * comes without persons, subject and details, and is found by none of them.
 */
export const searchAudit = definePageVerb({
  name: 'audit.search',
  permission: 'audit.read',
  admin: true,
  input: auditSearchInput,
  run: async ({ ctx, input }): Promise<AuditPage> => {
    const { id, email } = input
    const named = id ? or(eq(auditLogs.id, id), eq(auditLogs.request_id, id), eq(auditLogs.organization_id, id)) : undefined
    const found = await auditWhere(ctx, input)
    const page = await pageOfAudit(ctx, input, id || email ? and(found, email ? ofPlatformLog : or(ofPlatformLog, named)) : found)
    const ids = page.rows.map(({ entry }) => entry.id)
    const own = ids.length
      ? await ctx.db
          .select({ id: auditLogs.id })
          .from(auditLogs)
          .where(and(inArray(auditLogs.id, ids), ofPlatformLog))
      : []
    return { ...page.answer, data: page.answer.data.map((entry) => (own.some((one) => one.id === entry.id) ? entry : bare(entry))) }
  },
})

/** The same of the caller's own organisation, in full. */
export const searchOwnAudit = definePageVerb({
  name: 'audit_log.search',
  permission: 'audit_log.read',
  input: auditSearchInput.omit({ environment: true }),
  run: async ({ ctx, input }): Promise<AuditPage> =>
    (await pageOfAudit(ctx, input, inScope(auditLogs, ctx, and(mayReadEntry(ctx), await auditWhere(ctx, input))))).answer,
})

/** An entry without whoever it names. */
const bare = (entry: AuditEntry): AuditEntry => ({
  ...entry,
  ...{ user_id: null, user_email: null, details: {}, subject: null },
  actor: { type: entry.actor.type, id: '', email: null },
})

async function pageOfAudit(ctx: Ctx, { page, per_page }: { page: number; per_page: number }, where: SQL | undefined) {
  const [[counted], rows] = await Promise.all([
    ctx.db.select({ n: count() }).from(auditLogs).where(where),
    ctx.db
      .select({ entry: auditLogs, leaf: logEntries.leaf_index })
      .from(auditLogs)
      .leftJoin(logEntries, eq(logEntries.audit_id, auditLogs.id))
      .where(where)
      .orderBy(desc(auditLogs.timestamp), desc(auditLogs.id))
      .limit(per_page)
      .offset((page - 1) * per_page),
  ])
  const people = [...new Set(rows.flatMap(({ entry }) => [entry.user_id, entry.actor_id]).filter((id) => id !== null))]
  const emails = await mailAddresses(ctx.db, ctx.services, people)
  const total = counted?.n ?? 0
  const data = rows.map(({ entry, leaf }) => present(entry, leaf, emails))
  return { rows, answer: { data, total, page, per_page, pages: Math.max(1, Math.ceil(total / per_page)) } }
}

type Filter = Omit<z.output<typeof auditSearchInput>, 'page' | 'per_page'>

async function auditWhere(ctx: Ctx, filter: Filter): Promise<SQL | undefined> {
  const { id, email, from, to, ...said } = filter
  const person = email ? await findByEmail(ctx.db, ctx.services, email) : null
  const who = email ? (person?.id ?? 'nobody') : null
  const before = to ? new Date(new Date(to).getTime() + (to.length === 10 ? 86_400_000 : 1)) : undefined
  return and(
    id
      ? or(
          eq(auditLogs.id, id),
          eq(auditLogs.user_id, id),
          eq(auditLogs.actor_id, id),
          eq(auditLogs.subject_id, id),
          eq(auditLogs.request_id, id),
          eq(auditLogs.organization_id, id),
        )
      : undefined,
    who ? or(eq(auditLogs.user_id, who), eq(auditLogs.actor_id, who)) : undefined,
    auditFilter({ ...said, from: from ? new Date(from) : undefined, before }),
  )
}

const present = (row: typeof auditLogs.$inferSelect, leaf: number | null, emails: Map<string, string>): AuditEntry => ({
  id: row.id,
  user_id: row.user_id,
  user_email: row.user_id ? (emails.get(row.user_id) ?? null) : null,
  action: row.action,
  category: row.category,
  status: row.status,
  details: row.details,
  timestamp: row.timestamp.toISOString(),
  organization_id: row.organization_id,
  environment: row.environment,
  actor: { type: row.actor_type, id: row.actor_id, email: emails.get(row.actor_id) ?? null },
  subject: row.subject_type && row.subject_id ? { type: row.subject_type, id: row.subject_id } : null,
  request_id: row.request_id,
  leaf_index: leaf,
})
