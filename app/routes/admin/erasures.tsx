import { AdminFrame } from '../../components/admin/frame.tsx'
import { type Column, DataTable } from '../../components/dashboard/data-table.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { dateTime, shortDate } from '../../lib/dates.ts'
import { plural } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/erasures.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Erasure requests', description: 'People who asked for their account to be erased.', noindex: true })

const perPage = 25
const statuses = ['pending', 'done', 'refused', 'withdrawn'] as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const { page, filters } = readTableState(new URL(request.url), { filters: ['status'], sort: 'due', sorts: ['due'] })
  const status = filters.status as (typeof statuses)[number] | undefined
  return readOr404(verbs.listAccountErasures({ page, per_page: perPage, ...(status && { status }) }))
}

type Row = Route.ComponentProps['loaderData']['data'][number]

/** `in 12 days`, `3 days late`: how long a request may still wait. */
export const answerWords = (row: Pick<Row, 'status' | 'days_left'>) =>
  row.status !== 'pending' ? '' : row.days_left < 0 ? `${plural(-row.days_left, 'day')} late` : `${plural(row.days_left, 'day')} left`

const columns: Column<Row>[] = [
  {
    key: 'person',
    label: 'Person',
    text: (row) => row.name ?? 'erased',
    className: 'min-w-52 whitespace-normal [overflow-wrap:anywhere]',
    cell: (row) => (
      <>
        <TextLink to={`/admin/erasures/${row.id}`} className="font-semibold">
          {row.name ?? 'Erased person'}
        </TextLink>
        <span className="block text-soft">{row.email ?? row.user_id}</span>
      </>
    ),
  },
  {
    key: 'status',
    label: 'State',
    text: (row) => row.status,
    cell: (row) => <StateBadge of="account_erasure" state={row.status} />,
  },
  { key: 'role', label: 'Role', text: (row) => row.role ?? '' },
  { key: 'created_at', label: 'Asked (UTC)', text: (row) => dateTime(row.created_at), className: 'tabular text-soft' },
  {
    key: 'due',
    label: 'Answer until',
    text: (row) => (row.status === 'pending' ? shortDate(row.due) : row.decided_at ? `answered ${shortDate(row.decided_at)}` : ''),
    className: 'tabular',
    cell: (row) =>
      row.status === 'pending' ? (
        <>
          {shortDate(row.due)}
          <span
            className={`block text-[0.875rem] ${row.days_left < 0 ? 'font-semibold text-madder' : row.days_left <= 7 ? 'text-ochre' : 'text-soft'}`}
          >
            {answerWords(row)}
          </span>
        </>
      ) : row.decided_at ? (
        `answered ${shortDate(row.decided_at)}`
      ) : null,
  },
]

export default function Erasures({ loaderData }: Route.ComponentProps) {
  const { data, total, page } = loaderData
  return (
    <AdminFrame
      title="Erasure requests"
      lead="Each is answered within 30 days: carried out, or refused with a reason. What a law keeps is named to the person with its day."
    >
      <DataTable
        label="Erasure requests"
        columns={columns}
        rows={data}
        total={total}
        page={page}
        pageSize={perPage}
        filters={[{ name: 'status', label: 'State', options: statuses.map((value) => ({ value, label: value })) }]}
        empty={{ title: 'Nobody asked yet', text: 'People ask in their settings, under Your data.' }}
      />
    </AdminFrame>
  )
}
