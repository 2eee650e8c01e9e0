import { Link } from 'react-router'
import { AsApiCall } from '../../components/dashboard/as-api-call.tsx'
import { DataTable } from '../../components/dashboard/data-table.tsx'
import { IssuerFrame, useEnvironment } from '../../components/issuer/frame.tsx'
import { offeringTable, PAGE_SIZE, query, withLooks } from '../../components/issuer/tables.ts'
import { StateBadge } from '../../components/state-badge.tsx'
import { dateTime } from '../../lib/dates.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { attempt, readOr404 } from '../../lib/verb-errors.ts'
import { Status } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/offerings.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Offerings', description: 'Every offering of your organisation.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const state = readTableState(new URL(request.url), offeringTable.state)
  const [found, drafts] = await Promise.all([
    readOr404(verbs.listOfferingRows(query(state) as Parameters<typeof verbs.listOfferingRows>[0])),
    // Who may only read offerings has none that are begun.
    attempt(() => verbs.listFormDrafts({ kind: 'offering' })),
  ])
  return { ...found, sort: state.sort, drafts: drafts.ok ? drafts.result.data : [] }
}

type Row = Route.ComponentProps['loaderData']['rows'][number]

export default function Offerings({ loaderData }: Route.ComponentProps) {
  const { rows, total, page, sort, drafts } = loaderData
  const columns = withLooks(offeringTable.columns, offeringTable.state.sorts, {
    name: {
      className: 'min-w-52 whitespace-normal',
      cell: (row: Row) => (
        <TextLink to={`/issuer/offerings/${row.id}`} className="font-semibold">
          {row.name}
        </TextLink>
      ),
    },
    status: { cell: (row: Row) => <StateBadge of="offering" state={row.status} /> },
    pending: { cell: (row: Row) => (row.pending ? <Status tone="waiting">{String(row.pending)}</Status> : '0') },
  })
  return (
    <IssuerFrame
      title="Offerings"
      lead="Sealwright checks eligibility and keeps the record. It does not host, recommend or sell offerings."
      crumbs={[{ label: 'Issuer', path: '/issuer/dashboard' }, { label: 'Offerings' }]}
      action={<ButtonLink to="/issuer/offerings/new">New offering</ButtonLink>}
    >
      {drafts.length > 0 ? (
        <section aria-label="Unfinished forms" className="mb-6 rounded-md border border-rule border-dashed px-4 py-3">
          <p className="font-semibold text-[0.9375rem]">Unfinished forms</p>
          <ul className="mt-1 flex flex-wrap gap-x-6 gap-y-1">
            {drafts.map((draft) => (
              <li key={draft.id} className="text-[0.9375rem]">
                <Link to={`/issuer/offerings/new?draft=${draft.id}`} className="link inline-flex min-h-7 items-center">
                  {draft.content.name || 'Without a name'}
                </Link>{' '}
                <span className="text-soft">saved {dateTime(draft.updated_at)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <DataTable
        label="Offerings"
        columns={columns}
        rows={rows}
        total={total}
        page={page}
        pageSize={PAGE_SIZE}
        sort={sort}
        search="Search by name"
        filters={offeringTable.filters}
        csvHref="/issuer/export/offerings"
        empty={{
          title: 'No offering yet',
          text: 'Describe the terms; the rules answer while you type.',
          action: <ButtonLink to="/issuer/offerings/new">New offering</ButtonLink>,
        }}
      />
      <div className="mt-6">
        <AsApiCall environment={useEnvironment()} label="List them" call={{ method: 'GET', path: '/v1/offerings' }} />
      </div>
    </IssuerFrame>
  )
}
