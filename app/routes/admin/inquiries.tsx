import { AdminFrame } from '../../components/admin/frame.tsx'
import { inquiryColumns, inquiryQuery, inquiryState, inquiryTypes } from '../../components/admin/inquiry-columns.ts'
import { type Column, DataTable } from '../../components/dashboard/data-table.tsx'
import { plural } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Status } from '../../ui/badge.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/inquiries.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Inquiries', description: 'What the contact form brought in.', noindex: true })

const perPage = 10

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const { page, sort, filters } = readTableState(new URL(request.url), inquiryState)
  const found = await readOr404(verbs.listInquiries({ ...inquiryQuery(sort, filters), page, per_page: perPage }))
  return { ...found, page, sort, now: new Date().toISOString() }
}

type Row = Route.ComponentProps['loaderData']['data'][number]

export default function Inquiries({ loaderData }: Route.ComponentProps) {
  const { data, total, waiting, page, sort, now } = loaderData
  const late = (row: Row) => row.status === 'new' && row.due_at < now
  const columns: Column<Row>[] = inquiryColumns.map((column) => ({
    ...column,
    sortable: column.key === 'company' || column.key === 'created_at',
    ...(column.key === 'company' && {
      cell: (row: Row) => (
        <TextLink to={`/admin/inquiries/${row.id}`} className="font-semibold">
          {row.company}
        </TextLink>
      ),
      className: 'min-w-40 whitespace-normal',
    }),
    ...(column.key === 'status' && {
      cell: (row: Row) => (
        <Status tone={row.status === 'handled' ? 'good' : late(row) ? 'bad' : 'waiting'}>
          {row.status}
          {late(row) ? ', past 24 h' : ''}
        </Status>
      ),
    }),
    ...(column.key === 'created_at' && { className: 'tabular text-soft' }),
  }))
  return (
    <AdminFrame
      title="Inquiries"
      lead={`Stored before anything was mailed. ${plural(waiting, 'inquiry waits', 'inquiries wait')} for an answer, promised within 24 hours.`}
    >
      <DataTable
        label="Inquiries"
        columns={columns}
        rows={data}
        total={total}
        page={page}
        pageSize={perPage}
        sort={sort}
        search="Search company, person, text"
        filters={[
          {
            name: 'status',
            label: 'Status',
            options: [
              { value: 'new', label: 'New' },
              { value: 'handled', label: 'Handled' },
            ],
          },
          { name: 'type', label: 'About', options: inquiryTypes },
        ]}
        csvHref="/admin/inquiries/export"
        empty={{ title: 'No inquiry yet', text: 'What people send with the contact form is kept here.' }}
      />
    </AdminFrame>
  )
}
