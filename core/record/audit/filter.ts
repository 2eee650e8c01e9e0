import { and, eq, gte, lt, type SQL } from 'drizzle-orm'
import { auditLogs } from '#db/schema.ts'
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
