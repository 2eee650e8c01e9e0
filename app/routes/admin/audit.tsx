import { Download } from 'lucide-react'
import { auditColumns, auditQuery, auditState } from '../../components/admin/audit-columns.ts'
import { AuditVerdict } from '../../components/admin/audit-verdict.tsx'
import { AdminFrame } from '../../components/admin/frame.tsx'
import { Refusal } from '../../components/admin/refusal.tsx'
import { type Column, DataTable } from '../../components/dashboard/data-table.tsx'
import { act, useAct } from '../../lib/act.ts'
import { activityWords } from '../../lib/activity-words.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Route } from './+types/audit.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Audit log', description: 'Everything that was done, in a log that shows any edit.', noindex: true })

const perPage = 25

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const { page, filters } = readTableState(new URL(request.url), auditState)
  return readOr404(verbs.searchAudit({ ...auditQuery(filters), page, per_page: perPage }))
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  return act('The log was recomputed', () => verbs.verifyAuditLog())
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

type Row = Route.ComponentProps['loaderData']['data'][number]

/** An entry with what a person asks next: the details, who and what by id, its place in the log, and the receipt. */
function Entry({ row }: { row: Row }) {
  const facts = [
    ['Entry', row.id],
    ['Action', row.action],
    ['Actor', `${row.actor.type} ${row.actor.id}`],
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
      {row.leaf_index === null ? null : (
        <a
          href={`/api/admin/audit/${row.id}/receipt`}
          download
          className="link mt-2 inline-flex min-h-8 items-center gap-1.5 text-[0.9375rem]"
        >
          <Download className="size-3.5" aria-hidden /> Receipt, checkable offline
        </a>
      )}
    </details>
  )
}

const columns: Column<Row>[] = auditColumns.map((column) => ({
  ...column,
  ...(column.key === 'timestamp' && { className: 'tabular align-top text-soft' }),
  ...(column.key === 'action' && { cell: (row: Row) => <Entry row={row} />, className: 'min-w-60 max-w-[32rem] whitespace-normal' }),
  ...(column.key === 'actor' && { className: 'max-w-56 truncate' }),
  ...(column.key === 'subject' && {
    cell: (row: Row) =>
      row.subject ? (
        <>
          {row.subject.type.replaceAll('_', ' ')}
          <code className="block text-[0.75rem] text-soft">{row.subject.id}</code>
        </>
      ) : null,
  }),
  ...(column.key === 'category' && { className: 'text-soft' }),
  ...(column.key === 'status' && {
    cell: (row: Row) => <Status tone={row.status === 'success' ? 'good' : 'bad'}>{row.status}</Status>,
  }),
}))

const option = (value: string) => ({ value, label: value })

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { data, total, page } = loaderData
  const check = useAct<{
    whole: boolean
    size: number
    root: string
    faults: { leaf_index: number | null; audit_id: string; fault: string }[]
  }>()
  return (
    <AdminFrame
      title="Audit log"
      lead="Append-only and hash-linked: any row that is edited, deleted or added by the back door is found and named."
      action={
        <check.Form method="post">
          <Button type="submit" variant="outline" busy={check.busy} busyLabel="Recomputing">
            Check the whole log
          </Button>
        </check.Form>
      }
    >
      <Refusal refusal={check.refusal} className="mb-5" />
      {check.result ? <AuditVerdict verdict={check.result} /> : null}
      <DataTable
        label="Audit log"
        columns={columns}
        rows={data}
        total={total}
        page={page}
        pageSize={perPage}
        search="Id of anything"
        filters={[
          { name: 'category', label: 'Category', options: ['auth', 'investment', 'admin', 'user', 'payment', 'system'].map(option) },
          { name: 'status', label: 'Result', options: ['success', 'failure'].map(option) },
          { name: 'environment', label: 'Environment', options: ['sandbox', 'production'].map(option) },
          { name: 'email', label: 'E-mail of the person', type: 'text' },
          { name: 'action', label: 'Action', type: 'text' },
          { name: 'from', label: 'From (UTC)', type: 'date' },
          { name: 'to', label: 'To (UTC)', type: 'date' },
        ]}
        csvHref="/admin/audit/export"
        note={total > 10_000 ? 'the CSV holds the newest 10,000' : undefined}
        empty={{ title: 'Nothing was recorded yet' }}
      />
    </AdminFrame>
  )
}
