import { AdminFrame } from '../../components/admin/frame.tsx'
import { IncidentStatus } from '../../components/admin/incident-status.tsx'
import { type Column, DataTable } from '../../components/dashboard/data-table.tsx'
import { dateTime } from '../../lib/dates.ts'
import { plural, words } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/incidents.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Incidents', description: 'Incidents and maintenance windows of the status page.', noindex: true })

const perPage = 10

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const { page, filters } = readTableState(new URL(request.url), {
    filters: ['q', 'kind', 'state'],
    sort: '-starts_at',
    sorts: ['starts_at'],
  })
  const found = await readOr404(
    verbs.listIncidents({ search: filters.q, kind: filters.kind as 'incident', state: filters.state as 'open', page, per_page: perPage }),
  )
  return { ...found, page }
}

type Row = Route.ComponentProps['loaderData']['data'][number]
const columns: Column<Row>[] = [
  {
    key: 'title',
    label: 'Title',
    text: (row) => row.title,
    cell: (row) => <TextLink to={`/admin/incidents/${row.id}`}>{row.title}</TextLink>,
    className: 'min-w-64 whitespace-normal font-semibold',
  },
  { key: 'status', label: 'Status', text: (row) => words(row.status), cell: (row) => <IncidentStatus incident={row} /> },
  {
    key: 'kind',
    label: 'Kind',
    text: (row) => (row.kind === 'maintenance' ? 'Maintenance' : row.impact === 'outage' ? 'Outage' : 'Degraded'),
  },
  { key: 'services', label: 'Services', text: (row) => row.services.join(', '), className: 'min-w-48 whitespace-normal text-soft' },
  { key: 'starts_at', label: 'Began (UTC)', text: (row) => dateTime(row.starts_at), className: 'tabular' },
  { key: 'ends_at', label: 'Ended (UTC)', text: (row) => (row.ends_at ? dateTime(row.ends_at) : 'open'), className: 'tabular' },
]

export default function Incidents({ loaderData }: Route.ComponentProps) {
  const { data, total, subscribers, page } = loaderData
  return (
    <AdminFrame
      title="Incidents and maintenance"
      lead={`Shown on the status page at once, with RSS and JSON beside it. ${plural(subscribers, 'confirmed subscriber')} by mail.`}
      action={
        <>
          <ButtonLink to="/admin/incidents/new?kind=maintenance" variant="outline">
            Plan maintenance
          </ButtonLink>
          <ButtonLink to="/admin/incidents/new">Open an incident</ButtonLink>
        </>
      }
    >
      <DataTable
        label="Incidents"
        columns={columns}
        rows={data}
        total={total}
        page={page}
        pageSize={perPage}
        search="Search titles"
        filters={[
          {
            name: 'kind',
            label: 'Kind',
            options: [
              { value: 'incident', label: 'Incidents' },
              { value: 'maintenance', label: 'Maintenance' },
            ],
          },
          {
            name: 'state',
            label: 'State',
            options: [
              { value: 'open', label: 'Open' },
              { value: 'closed', label: 'Closed' },
            ],
          },
        ]}
        empty={{
          title: 'No incident so far',
          text: 'When a service does not do what it should, say so here first: people find out anyway.',
          action: <ButtonLink to="/admin/incidents/new">Open an incident</ButtonLink>,
        }}
      />
    </AdminFrame>
  )
}
