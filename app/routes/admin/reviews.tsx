import { useNavigate } from 'react-router'
import { caseColumns, caseKinds, caseQuery, caseState } from '../../components/admin/case-words.ts'
import { AdminFrame } from '../../components/admin/frame.tsx'
import { Shortcuts } from '../../components/admin/keys.tsx'
import { type Column, DataTable } from '../../components/dashboard/data-table.tsx'
import { Stat, StatRow } from '../../components/dashboard/stat.tsx'
import { count } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Status } from '../../ui/badge.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/reviews.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Reviews', description: 'What a person has to look at, in the order it should be done.', noindex: true })

const perPage = 25

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const { page, filters } = readTableState(new URL(request.url), caseState)
  const found = await readOr404(verbs.searchCases({ ...caseQuery(filters), page, per_page: perPage }))
  return { ...found, page, now: new Date().toISOString() }
}

type Row = Route.ComponentProps['loaderData']['data'][number]

/** Moves the focus between the cases of the page. */
function step(by: 1 | -1) {
  const links = [...document.querySelectorAll<HTMLElement>('tbody a[data-case]')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  links[at === -1 ? (by === 1 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + by))]?.focus()
}

const yes = [{ value: 'yes', label: 'yes' }]

export default function Reviews({ loaderData }: Route.ComponentProps) {
  const { data, total, counts, page, now } = loaderData
  const navigate = useNavigate()
  const columns: Column<Row>[] = caseColumns(now).map((column) => ({
    ...column,
    ...(column.key === 'summary' && {
      cell: (row: Row) => (
        <TextLink to={`/admin/reviews/${row.id}`} data-case className="font-semibold">
          {row.summary}
        </TextLink>
      ),
      className: 'min-w-64 whitespace-normal',
    }),
    ...(column.key === 'status' && {
      cell: (row: Row) => (
        <Status tone={row.status === 'decided' ? 'neutral' : row.status === 'awaiting_second' ? 'seal' : 'waiting'}>
          {column.text(row)}
        </Status>
      ),
    }),
    ...(column.key === 'score' && { align: 'right' as const }),
    ...(column.key === 'deadline' && {
      cell: (row: Row) => (row.overdue ? <Status tone="bad">{column.text(row)}</Status> : column.text(row)),
    }),
    ...(['environment', 'waited', 'assigned_to'].includes(column.key) && { className: 'text-soft' }),
  }))
  return (
    <AdminFrame
      title="Reviews"
      lead="In the order they should be done: by kind and finding, then the stronger evidence, then the nearer deadline."
      action={
        <Shortcuts
          keys={[
            { key: 'j', does: 'Next case', run: () => step(1) },
            { key: 'k', does: 'Case before', run: () => step(-1) },
            { key: 'g', does: 'Open the first case', run: () => data[0] && void navigate(`/admin/reviews/${data[0].id}`) },
            { key: '/', does: 'Search', run: () => document.querySelector<HTMLElement>('input[type="search"]')?.focus() },
          ]}
        />
      }
    >
      <StatRow className="mb-7">
        <Stat label="Waiting" value={count(counts.waiting)} to="/admin/reviews" />
        <Stat label="Overdue" value={count(counts.overdue)} to="/admin/reviews?overdue=yes" />
        <Stat label="Need a second person" value={count(counts.awaiting_second)} to="/admin/reviews?status=awaiting_second" />
      </StatRow>
      <DataTable
        label="Review queue"
        columns={columns}
        rows={data}
        total={total}
        page={page}
        pageSize={perPage}
        search="Any id"
        filters={[
          {
            name: 'status',
            label: 'Status',
            options: [
              { value: 'open', label: 'open' },
              { value: 'assigned', label: 'taken' },
              { value: 'awaiting_info', label: 'waits for an answer' },
              { value: 'awaiting_second', label: 'needs a second person' },
              { value: 'decided', label: 'decided' },
            ],
          },
          { name: 'kind', label: 'Kind', options: Object.entries(caseKinds).map(([value, label]) => ({ value, label })) },
          { name: 'environment', label: 'Environment', options: ['sandbox', 'production'].map((value) => ({ value, label: value })) },
          { name: 'mine', label: 'Mine', options: yes },
          { name: 'overdue', label: 'Overdue', options: yes },
        ]}
        csvHref="/admin/reviews/export"
        empty={{ title: 'Nothing waits', text: 'Possible matches and evidence to be read appear here the moment they are held.' }}
      />
    </AdminFrame>
  )
}
