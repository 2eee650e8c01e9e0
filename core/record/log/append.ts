import type { Author } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import { isoTime } from '#core/kernel/iso-time.ts'
import { hashLeaf } from '#credentials/merkle.ts'
import type { Queryable } from '#db/connect.ts'
import { type Leaf, packLeaves } from '#db/pending-leaves.ts'
import { auditLogs, logPending } from '#db/schema.ts'
import { canonical, type Json } from '#engine/canonical.ts'
import { type Standing, standingOf } from './standing.ts'

export const AUDIT_CATEGORIES = ['auth', 'investment', 'admin', 'user', 'payment', 'system'] as const
type AuditCategory = (typeof AUDIT_CATEGORIES)[number]

/** What is recorded. `details` holds ids, codes and hashes, never personal data: the log is for ever. */
export interface AuditInput {
  id?: string
  action: string
  category: AuditCategory
  status?: 'success' | 'failure'
  userId?: string | null
  subject?: { type: string; id: string }
  details?: Record<string, unknown>
  /** Rows that give power and that this changed: the entry keeps a digest of each, so that a change behind the log's back shows. */
  standing?: Standing[]
}

export type AuditRow = typeof auditLogs.$inferSelect

/**
 * Appends entries within the given transaction and queues their leaves for the tree.
 * The leaf is the RFC 6962 hash of the row's canonical JSON, so any later edit shows.
 */
export async function appendAudit(tx: Queryable, by: Author, entries: AuditInput[]): Promise<string[]> {
  const rows = []
  for (const entry of entries) {
    const { standing } = entry
    rows.push(
      auditRow(by, standing?.length ? { ...entry, details: { ...entry.details, standing: await standingOf(tx, standing) } } : entry),
    )
  }
  if (!rows.length) return []
  await tx.insert(auditLogs).values(rows)
  await tx.insert(logPending).values(packLeaves(rows.map(leafOf)))
  return rows.map((row) => row.id)
}

/** The row an entry becomes, with its leaf hash. */
export function auditRow(by: Author, entry: AuditInput) {
  const row = {
    id: entry.id ?? newId('audit_log'),
    user_id: entry.userId !== undefined ? entry.userId : by.actor.type === 'user' ? by.actor.id : null,
    action: entry.action,
    category: entry.category,
    status: entry.status ?? 'success',
    details: entry.details ?? {},
    timestamp: new Date(),
    organization_id: by.organizationId,
    environment: by.environment,
    actor_type: by.actor.type,
    actor_id: by.actor.id,
    subject_type: entry.subject?.type ?? null,
    subject_id: entry.subject?.id ?? null,
    request_id: by.requestId,
  }
  return { ...row, leaf_hash: leafHash(row) }
}

/** The leaf of a row. */
export const leafOf = (row: { id: string; leaf_hash: Uint8Array }): Leaf => ({ audit_id: row.id, leaf_hash: row.leaf_hash })

/** The fields a leaf is made of, as plain JSON, in the order of its canonical form. */
export function auditBody(row: Omit<AuditRow, 'leaf_hash'>): Record<string, Json> {
  return {
    action: row.action,
    actor_id: row.actor_id,
    actor_type: row.actor_type,
    category: row.category,
    details: row.details as Json,
    environment: row.environment,
    id: row.id,
    organization_id: row.organization_id,
    request_id: row.request_id,
    status: row.status,
    subject_id: row.subject_id,
    subject_type: row.subject_type,
    timestamp: isoTime(row.timestamp.getTime()),
    user_id: row.user_id,
  }
}

/** The canonical JSON of `auditBody`, joined here because every call makes some. */
export function leafText(row: Omit<AuditRow, 'leaf_hash'>): string {
  const body = auditBody(row)
  const of = (name: string) => canonical(body[name])
  return `{"action":${of('action')},"actor_id":${of('actor_id')},"actor_type":${of('actor_type')},"category":${of('category')},"details":${of('details')},"environment":${of('environment')},"id":${of('id')},"organization_id":${of('organization_id')},"request_id":${of('request_id')},"status":${of('status')},"subject_id":${of('subject_id')},"subject_type":${of('subject_type')},"timestamp":${of('timestamp')},"user_id":${of('user_id')}}`
}

/** RFC 6962 leaf hash: SHA-256 of 0x00 and the canonical JSON of the row. */
export const leafHash = (row: Omit<AuditRow, 'leaf_hash'>): Uint8Array => hashLeaf(leafText(row))
