import { ExportUsers } from '../../components/admin/export-users.tsx'
import { AdminFrame } from '../../components/admin/frame.tsx'
import { RoleRequests } from '../../components/admin/role-requests.tsx'
import { userColumns, userQuery, userState } from '../../components/admin/user-columns.ts'
import { type Column, DataTable } from '../../components/dashboard/data-table.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { act, textOf } from '../../lib/act.ts'
import { count, plural } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { hrefWith, readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Status } from '../../ui/badge.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/users.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Users', description: 'People, their roles and their verification.', noindex: true })

const perPage = 10

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const url = new URL(request.url)
  const { page, filters } = readTableState(url, userState)
  if (url.searchParams.get('view') === 'requests') {
    const status = url.searchParams.get('state') ?? 'pending'
    const known = ['pending', 'approved', 'declined'].includes(status) ? (status as 'pending') : undefined
    const requests = await readOr404(verbs.listRoleRequests({ ...(known && { status: known }), page, per_page: perPage }))
    return { requests: { ...requests, state: known ?? 'all' }, users: null, page }
  }
  return { requests: null, users: await readOr404(verbs.searchUsers({ ...userQuery(filters), page, per_page: perPage })), page }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const form = await request.formData()
  const decision = textOf(form, 'decision') === 'approve' ? 'approve' : 'decline'
  const note = textOf(form, 'note')
  return act(decision === 'approve' ? 'Approved; the person was told' : 'Declined; the person was told', () =>
    verbs.decideRoleRequest({ id: textOf(form, 'id') ?? '', decision, ...(note && { note }) }),
  )
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

type Row = NonNullable<Route.ComponentProps['loaderData']['users']>['data'][number]
const columns: Column<Row>[] = userColumns.map((column) => ({
  ...column,
  ...(column.key === 'name' && {
    cell: (row: Row) => (
      <TextLink to={`/admin/users/${row.id}`} className="font-semibold">
        {column.text(row)}
      </TextLink>
    ),
  }),
  ...(column.key === 'email' && { className: 'min-w-48 max-w-64 whitespace-normal [overflow-wrap:anywhere]' }),
  ...(column.key === 'is_verified' && {
    cell: (row: Row) => <Status tone={row.is_verified ? 'good' : 'neutral'}>{column.text(row)}</Status>,
  }),
  ...(['identity', 'accreditation', 'documents'].includes(column.key) && {
    cell: (row: Row) => <StateBadge of="verification" state={column.text(row)} />,
  }),
  ...(column.key === 'created_at' && { className: 'tabular text-soft' }),
}))

export default function Users({ loaderData }: Route.ComponentProps) {
  const { users, requests, page } = loaderData
  if (requests) return <Requests requests={requests} page={page} />
  return (
    <AdminFrame
      title="Users"
      lead={`${plural(users!.total, 'person', 'people')} of every organisation. The export holds what the filters give and is recorded.`}
      action={<ExportUsers />}
    >
      <DataTable
        label="Users"
        columns={columns}
        rows={users!.data}
        total={users!.total}
        page={page}
        pageSize={perPage}
        search="Search name or email"
        filters={[
          { name: 'role', label: 'Role', options: ['admin', 'issuer', 'investor'].map((value) => ({ value, label: value })) },
          {
            name: 'is_verified',
            label: 'Verified',
            options: [
              { value: 'true', label: 'yes' },
              { value: 'false', label: 'no' },
            ],
          },
          { name: 'created_from', label: 'Created from', type: 'date' },
          { name: 'created_to', label: 'Created to', type: 'date' },
        ]}
        empty={{ title: 'Nobody yet' }}
      />
    </AdminFrame>
  )
}

const states = ['pending', 'approved', 'declined', 'all']

function Requests({ requests, page }: { requests: NonNullable<Route.ComponentProps['loaderData']['requests']>; page: number }) {
  const params = new URLSearchParams({ view: 'requests', state: requests.state })
  return (
    <AdminFrame
      title="Role requests"
      lead="Who asks to become an issuer, and why. Deciding needs your second factor; the person is told by mail."
      crumbs={[{ label: 'Users', path: '/admin/users' }, { label: 'Role requests' }]}
    >
      <nav aria-label="State of requests" className="mb-4 flex flex-wrap gap-x-5 gap-y-1">
        {states.map((state) => (
          <TextLink
            key={state}
            to={hrefWith(params, { state })}
            aria-current={state === requests.state ? 'page' : undefined}
            className="inline-flex min-h-8 min-w-6 items-center capitalize aria-[current=page]:font-semibold aria-[current=page]:no-underline"
          >
            {state}
          </TextLink>
        ))}
      </nav>
      <RoleRequests requests={requests.data} />
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        {requests.total > 0 ? <p className="text-[0.875rem] text-soft">{count(requests.total)} in all</p> : <span />}
        <Pagination page={page} pages={requests.pages} hrefOf={(n) => hrefWith(params, { page: String(n) })} />
      </div>
    </AdminFrame>
  )
}
