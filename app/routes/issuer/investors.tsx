import { AsApiCall } from '../../components/dashboard/as-api-call.tsx'
import { DataTable } from '../../components/dashboard/data-table.tsx'
import { IssuerFrame, useEnvironment } from '../../components/issuer/frame.tsx'
import { investorTable, PAGE_SIZE, query, statusTone, withLooks } from '../../components/issuer/tables.ts'
import { countryName, shortAddress } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Status } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import type { Route } from './+types/investors.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Investors', description: 'The investors of your organisation and how far they are verified.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const state = readTableState(new URL(request.url), investorTable.state)
  const [found, overview] = await Promise.all([
    readOr404(verbs.listInvestorRows(query(state) as Parameters<typeof verbs.listInvestorRows>[0])),
    verbs.issuerOverview(),
  ])
  return { ...found, sort: state.sort, countries: overview.countries.flatMap((each) => (each.country ? [each.country] : [])) }
}

type Row = Route.ComponentProps['loaderData']['rows'][number]

export default function Investors({ loaderData }: Route.ComponentProps) {
  const { rows, total, page, sort, countries } = loaderData
  const columns = withLooks(investorTable.columns, investorTable.state.sorts, {
    name: { className: 'min-w-40 font-semibold' },
    status: { cell: (row: Row) => <Status tone={statusTone[row.status]}>{row.status}</Status> },
    accreditation: { cell: (row: Row) => <Status tone={statusTone[row.accreditation_status]}>{row.accreditation_status}</Status> },
    wallet: {
      cell: (row: Row) =>
        row.wallet_address ? (
          <code title={row.wallet_address} className="text-[0.8125rem]">
            {shortAddress(row.wallet_address)}
          </code>
        ) : (
          ''
        ),
    },
  })
  return (
    <IssuerFrame
      title="Investors"
      lead="Names are kept sealed and opened for this page alone. Search by id or by the whole e-mail address."
      crumbs={[{ label: 'Issuer', path: '/issuer/dashboard' }, { label: 'Investors' }]}
    >
      <DataTable
        label="Investors"
        columns={columns}
        rows={rows}
        total={total}
        page={page}
        pageSize={PAGE_SIZE}
        sort={sort}
        search="E-mail or id"
        filters={[
          ...investorTable.filters,
          { name: 'country', label: 'Country', options: countries.map((code) => ({ value: code, label: countryName(code) })) },
        ]}
        csvHref="/issuer/export/investors"
        empty={{
          title: 'No investor yet',
          text: 'Investors appear when you invite them to an offering, or when your program creates them through the API.',
          action: <ButtonLink to="/issuer/offerings">Go to your offerings</ButtonLink>,
        }}
      />
      <div className="mt-6">
        <AsApiCall
          environment={useEnvironment()}
          label="Add an investor"
          call={{
            method: 'POST',
            path: '/v1/investors',
            body: { full_name: 'Avery Example', email: 'avery@example.com', date_of_birth: '1980-02-03', country: 'DE' },
          }}
        />
      </div>
    </IssuerFrame>
  )
}
