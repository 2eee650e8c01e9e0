import { data } from 'react-router'
import { type Column, DataTable } from '../../components/dashboard/data-table.tsx'
import { ViewTabs } from '../../components/dashboard/layout.tsx'
import { Stat, StatRow } from '../../components/dashboard/stat.tsx'
import { DecisionLink } from '../../components/decision/link.tsx'
import { InvestorFrame } from '../../components/investor/frame.tsx'
import { holdingColumns, lotState, taxLotColumns } from '../../components/investor/holding-columns.ts'
import { CancelInvestment, InvestmentState } from '../../components/investor/investment-state.tsx'
import { SandboxBadge } from '../../components/investor/sandbox-badge.tsx'
import { shortDate } from '../../lib/dates.ts'
import { amount, count, money, REGULATIONS, shortAddress } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { attempt } from '../../lib/verb-errors.ts'
import { Status } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/holdings.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Holdings', description: 'What you hold, lot by lot, and when it is free.', noindex: true })

const pageSize = 20

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request)
  const url = new URL(request.url)
  const state = readTableState(url, lotState)
  const page = { page: state.page, page_size: pageSize }
  const asked = url.searchParams.get('view')
  const view = asked === 'investments' || asked === 'tax-lots' ? asked : 'holdings'
  const [holdings, investments] = await Promise.all([
    verbs.listOwnHoldings(
      view === 'investments' ? { page: 1, page_size: 1 } : { ...page, sort: state.sort, ...(view === 'tax-lots' && { closed: true }) },
    ),
    verbs.listOwnInvestments(view === 'investments' ? { ...page, status: state.filters.status } : { page: 1, page_size: 1 }),
  ])
  return { view, state, holdings, investments }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request)
  const form = await request.formData()
  if (form.get('intent') !== 'cancel-investment') throw new Response('There is no such act.', { status: 400 })
  const done = await attempt(() => verbs.cancelOwnInvestment({ id: String(form.get('id') ?? '') }))
  return done.ok ? { refusal: null } : data({ refusal: done.refusal }, { status: done.refusal.status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

type Data = Route.ComponentProps['loaderData']
type Lot = Data['holdings']['data'][number]
type Investment = Data['investments']['data'][number]

const lotColumns: Column<Lot>[] = holdingColumns.map((column) => ({
  ...column,
  sortable: ['offering', 'quantity', 'acquired_at'].includes(column.key),
  ...(['quantity', 'cost'].includes(column.key) && { align: 'right' as const }),
  ...(column.key === 'offering' && {
    className: 'min-w-52 whitespace-normal',
    cell: (row: Lot) => (
      <>
        <span className="font-semibold">{row.offering}</span>
        <span className="flex flex-wrap items-center gap-2 text-[0.875rem] text-soft">
          {row.organization} · {REGULATIONS[row.regulation] ?? row.regulation} ·{' '}
          <code title={row.wallet_address}>{shortAddress(row.wallet_address)}</code>
          <SandboxBadge environment={row.environment} />
        </span>
      </>
    ),
  }),
  ...(column.key === 'free_on' && {
    className: 'min-w-44 whitespace-normal',
    cell: (row: Lot) => (
      <>
        <span className="tabular">{column.text(row)}</span>
        <span className="block text-[0.875rem] text-soft">{row.free_because}</span>
      </>
    ),
  }),
  ...(column.key === 'state' && {
    cell: (row: Lot) => <Status tone={row.locked ? 'waiting' : 'good'}>{column.text(row)}</Status>,
  }),
}))

const investmentColumns: Column<Investment>[] = [
  {
    key: 'offering',
    label: 'Offering',
    text: (row) => row.offering,
    className: 'min-w-52 whitespace-normal',
    cell: (row) => (
      <>
        <span className="font-semibold">{row.offering}</span>
        <span className="flex flex-wrap items-center gap-2 text-[0.875rem] text-soft">
          {row.organization} · {REGULATIONS[row.regulation] ?? row.regulation} <SandboxBadge environment={row.environment} />
        </span>
      </>
    ),
  },
  { key: 'amount', label: 'Amount', align: 'right', text: (row) => money(row.amount, row.currency) },
  {
    key: 'tokens',
    label: 'Tokens issued',
    align: 'right',
    text: (row) => `${amount(row.issued_quantity)} of ${amount(row.token_quantity)}`,
  },
  {
    key: 'status',
    label: 'State',
    text: (row) => row.status,
    className: 'min-w-40 whitespace-normal',
    cell: (row) => (
      <>
        <InvestmentState investment={row} />
        <DecisionLink id={row.decision_id} />
      </>
    ),
  },
  { key: 'lockup', label: 'Lock-up until', text: (row) => (row.lockup_until ? shortDate(row.lockup_until) : 'no lock-up') },
  { key: 'created_at', label: 'When', text: (row) => shortDate(row.created_at) },
  { key: 'acts', label: 'Acts', text: () => '', cell: (row) => <CancelInvestment investment={row} /> },
]

const taxColumns: Column<Lot>[] = taxLotColumns.map((column) => ({
  ...column,
  sortable: ['offering', 'quantity', 'acquired_at'].includes(column.key),
  ...(['quantity', 'price', 'cost'].includes(column.key) && { align: 'right' as const }),
  ...(['acquired_at', 'free_on', 'closed_at'].includes(column.key) && { className: 'tabular' }),
  ...(column.key === 'offering' && { className: 'min-w-48 whitespace-normal' }),
  ...(['wallet_address', 'id'].includes(column.key) && { className: 'min-w-44 whitespace-normal break-all font-mono text-[0.8125rem]' }),
}))

export default function Holdings({ loaderData }: Route.ComponentProps) {
  const { view, state, holdings, investments } = loaderData
  const { totals } = holdings
  return (
    <InvestorFrame title="Holdings" lead="What organisations issued to your wallets, lot by lot. Each lot has its own clock.">
      <StatRow>
        <Stat label="Lots" value={count(totals.lots)} />
        <Stat
          label="Locked"
          value={count(totals.locked)}
          note={totals.next_free ? `Next free ${shortDate(totals.next_free)}` : totals.locked ? 'No day is set' : 'None'}
        />
        <Stat label="Investments" to="/dashboard/holdings?view=investments" value={count(investments.total)} />
      </StatRow>
      <div className="mt-8">
        <ViewTabs
          label="Holdings, investments or tax lots"
          views={[
            { key: 'holdings', label: 'Holdings' },
            { key: 'investments', label: 'Investments' },
            { key: 'tax-lots', label: 'Tax lots' },
          ]}
        />
        <div className="mt-5">
          {view === 'tax-lots' ? (
            <DataTable
              label="Tax lots"
              columns={taxColumns}
              rows={holdings.data}
              total={holdings.total}
              page={state.page}
              pageSize={pageSize}
              sort={state.sort}
              csvHref="/dashboard/tax-lots"
              empty={{ title: 'No lot yet', text: 'Every lot ever held is listed here, also what was sold or moved, for your tax return.' }}
              note="Open and closed lots. The file has the same columns, in the same order."
            />
          ) : view === 'holdings' ? (
            <DataTable
              label="Holdings"
              columns={lotColumns}
              rows={holdings.data}
              total={holdings.total}
              page={state.page}
              pageSize={pageSize}
              sort={state.sort}
              empty={{
                title: 'Nothing held yet',
                text: 'Tokens appear here when an organisation issues them to your wallet.',
                action: <ButtonLink to="/dashboard/offerings">See your invitations</ButtonLink>,
              }}
              note="Transfers before the first free day are refused."
            />
          ) : (
            <DataTable
              label="Investments"
              columns={investmentColumns}
              rows={investments.data}
              total={investments.total}
              page={state.page}
              pageSize={pageSize}
              filters={[
                {
                  name: 'status',
                  label: 'State',
                  options: ['accepted', 'pending', 'rejected', 'refunded', 'cancelled'].map((value) => ({ value, label: value })),
                },
              ]}
              note="The lock-up is the offering’s own. The law may hold a lot longer: its first free day is under Holdings."
              empty={{ title: 'No investments yet', text: <TextLink to="/dashboard/offerings">See what you are invited to.</TextLink> }}
            />
          )}
        </div>
      </div>
    </InvestorFrame>
  )
}
