import { Download } from 'lucide-react'
import type { AuditPage } from '#core/record/audit/search.ts'
import { activityWords } from '../../lib/activity-words.ts'
import { type Column, DataTable } from '../dashboard/data-table.tsx'
import { DecisionLink } from '../decision/link.tsx'
import { StateBadge } from '../state-badge.tsx'
import { auditColumns } from './audit-columns.ts'

type Row = AuditPage['data'][number]

/** An entry with what a person asks next: the details, who and what by id, its place in the log, and the receipt. */
function Entry({ row, receipts }: { row: Row; receipts: string }) {
  const facts = [
    ['Entry', row.id],
    ['Action', row.action],
    ['Actor', row.actor.id ? `${row.actor.type} ${row.actor.id}` : row.actor.type],
    ['User', row.user_id],
    ['Organisation', `${row.organization_id}, ${row.environment}`],
    ['Request', row.request_id],
    ['Leaf', row.leaf_index === null ? 'being placed' : String(row.leaf_index)],
  ]
  return (
    <details>
      <summary className="min-h-6 font-semibold hover:text-seal">{activityWords(row.action)}</summary>
      <dl className="mt-2 grid gap-1 border-rule border-l-2 pl-3 text-[0.875rem]">
        {facts.map(([label, value]) =>
          value ? (
            <div key={label} className="flex flex-wrap gap-x-2">
              <dt className="w-24 text-soft">{label}</dt>
              <dd>
                <code className="break-all">{value}</code>
              </dd>
            </div>
          ) : null,
        )}
      </dl>
      {Object.keys(row.details).length > 0 ? (
        <pre className="mt-2 max-h-64 overflow-auto bg-sunk p-3 text-[0.8125rem]">
          <code>{JSON.stringify(row.details, null, 2)}</code>
        </pre>
      ) : null}
      {row.leaf_index === null || !row.actor.id ? null : (
        <a href={`${receipts}/${row.id}/receipt`} download className="link mt-2 inline-flex min-h-8 items-center gap-1.5 text-[0.9375rem]">
          <Download className="size-3.5" aria-hidden /> Receipt, checkable offline
        </a>
      )}
    </details>
  )
}

const columnsOf = (receipts: string, across: boolean): Column<Row>[] =>
  auditColumns.map((column) => ({
    ...column,
    ...(column.key === 'timestamp' && { className: 'tabular align-top text-soft' }),
    ...(column.key === 'action' && {
      cell: (row: Row) => <Entry row={row} receipts={receipts} />,
      className: 'min-w-60 max-w-[32rem] whitespace-normal',
    }),
    ...(column.key === 'actor' && { className: 'max-w-56 truncate' }),
    ...(column.key === 'subject' && {
      cell: (row: Row) =>
        row.subject ? (
          <>
            {row.subject.type.replaceAll('_', ' ')}
            <code className="block text-[0.75rem] text-soft">{row.subject.id}</code>
            {row.subject.type === 'decision' && !across ? <DecisionLink id={row.subject.id} /> : null}
          </>
        ) : null,
    }),
    ...(column.key === 'category' && { className: 'text-soft' }),
    ...(column.key === 'status' && {
      cell: (row: Row) => <StateBadge of="audit" state={row.status} />,
    }),
  }))

const option = (value: string) => ({ value, label: value })

/** The entries of the log, each with its details and the receipt that shows where it stands. */
export function AuditTable({ found, receipts, across }: { found: AuditPage; receipts: string; across: boolean }) {
  const { data, total, page } = found
  return (
    <DataTable
      label="Audit log"
      columns={columnsOf(receipts, across)}
      rows={data}
      total={total}
      page={page}
      pageSize={found.per_page}
      search="Id of anything"
      filters={[
        { name: 'category', label: 'Category', options: ['auth', 'investment', 'admin', 'user', 'payment', 'system'].map(option) },
        { name: 'status', label: 'Result', options: ['success', 'failure'].map(option) },
        ...(across ? [{ name: 'environment', label: 'Environment', options: ['sandbox', 'production'].map(option) }] : []),
        { name: 'email', label: 'E-mail of the person', type: 'text' },
        { name: 'action', label: 'Action', type: 'text' },
        { name: 'from', label: 'From (UTC)', type: 'date' },
        { name: 'to', label: 'To (UTC)', type: 'date' },
      ]}
      csvHref={across ? '/admin/audit/export' : '/desk/audit/export'}
      note={total > 10_000 ? 'the CSV holds the newest 10,000' : undefined}
      empty={{ title: 'Nothing was recorded yet' }}
    />
  )
}
