import type { AuditEntry } from '#core/record/audit/search.ts'
import { activityWords } from '../../lib/activity-words.ts'
import { dateTime } from '../../lib/dates.ts'
import type { TextColumn } from '../../lib/table-state.ts'

/** What the audit table and its CSV both show. */
export const auditColumns: TextColumn<AuditEntry>[] = [
  { key: 'timestamp', label: 'When (UTC)', text: (row) => dateTime(row.timestamp), data: (row) => row.timestamp },
  { key: 'action', label: 'What', text: (row) => activityWords(row.action) },
  { key: 'actor', label: 'Who', text: (row) => row.actor.email ?? `${row.actor.type.replace('_', ' ')} ${row.actor.id}` },
  { key: 'subject', label: 'About', text: (row) => (row.subject ? `${row.subject.type.replaceAll('_', ' ')} ${row.subject.id}` : '') },
  { key: 'category', label: 'Category', text: (row) => row.category },
  { key: 'status', label: 'Result', text: (row) => row.status },
]

export const auditExportColumns: TextColumn<AuditEntry>[] = [
  ...auditColumns,
  { key: 'code', label: 'Action', text: (row) => row.action },
  { key: 'details', label: 'Details', text: (row) => JSON.stringify(row.details) },
  { key: 'environment', label: 'Environment', text: (row) => row.environment },
  { key: 'organization', label: 'Organisation', text: (row) => row.organization_id },
  { key: 'request', label: 'Request', text: (row) => row.request_id ?? '' },
  { key: 'leaf', label: 'Leaf', text: (row) => (row.leaf_index === null ? '' : String(row.leaf_index)) },
  { key: 'id', label: 'Entry', text: (row) => row.id },
]

export const auditState = {
  filters: ['q', 'email', 'action', 'category', 'status', 'environment', 'from', 'to', 'id'],
  sort: '-timestamp',
  sorts: ['timestamp'],
} as const

/** The verb's input for what the address says; the search box takes an id. */
export const auditQuery = ({ q, id, ...filters }: Record<string, string>) => ({ ...filters, ...((q || id) && { id: q || id }) })
