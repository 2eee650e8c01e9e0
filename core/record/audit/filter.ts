import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { auditLogs, decisions } from '#db/schema.ts'
import { namesHiddenCase } from '../cases/hidden.ts'
import { mayKnow } from '../decisions/about-caller.ts'
import type { AuditRow } from '../log/append.ts'

/** What entries of the log are narrowed by, on pages and by the API. */
interface AuditFilter extends Partial<Record<'action' | 'category' | 'environment' | 'actor_id' | 'subject_id', string | undefined>> {
  status?: AuditRow['status'] | undefined
  /** Not before this time, and before that one. */
  from?: Date | undefined
  before?: Date | undefined
}

/** The condition on `audit_logs` that a filter means. */
export function auditFilter({ from, before, status, ...exact }: AuditFilter): SQL | undefined {
  const t = auditLogs
  return and(
    exact.action ? eq(t.action, exact.action) : undefined,
    exact.category ? eq(t.category, exact.category as AuditRow['category']) : undefined,
    status ? eq(t.status, status) : undefined,
    exact.environment ? eq(t.environment, exact.environment as AuditRow['environment']) : undefined,
    exact.actor_id ? eq(t.actor_id, exact.actor_id) : undefined,
    exact.subject_id ? eq(t.subject_id, exact.subject_id) : undefined,
    from ? gte(t.timestamp, from) : undefined,
    before ? lt(t.timestamp, before) : undefined,
  )
}

/**
 * Entries of an organisation's log that its caller may read, a condition on `audit_logs`: not what was done in a case about themselves, nor
 * what monitoring thought of them (31 USC 5318(g)(2)). The log itself holds them, and each other member who reads it.
 */
export const mayReadEntry = (ctx: Ctx): SQL => {
  const { subject_type, subject_id, details } = auditLogs
  const ofCase = sql`${subject_type} = 'case' and ${namesHiddenCase(ctx, sql`${subject_id}`)}`
  const ofMonitoring = sql`${subject_type} = 'decision' and ${details} ->> 'check' = 'monitoring'
    and (select ${mayKnow(ctx)} from ${decisions} where ${decisions.id} = ${subject_id}) is false`
  return sql`((${ofCase}) or (${ofMonitoring})) is not true`
}
