import { ExceptionActs } from '../../components/admin/exception-acts.tsx'
import { exceptionColumns, exceptionQuery, exceptionState } from '../../components/admin/exception-columns.ts'
import { type Column, DataTable } from '../../components/dashboard/data-table.tsx'
import { DeskFrame } from '../../components/desk/frame.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { act, textOf } from '../../lib/act.ts'
import { dateTime } from '../../lib/dates.ts'
import { count, shortAddress } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { ButtonLink } from '../../ui/button.tsx'
import type { Route } from './+types/exceptions.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Exceptions', description: 'Matches two people agreed are not the listed party.', noindex: true })

const perPage = 25

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request)
  const { page, filters } = readTableState(new URL(request.url), exceptionState)
  return { ...(await readOr404(verbs.searchExceptions({ ...exceptionQuery(filters), page, per_page: perPage }))), page }
}

const done = { approve: 'The match is set aside', refuse: 'The exception is refused', take_back: 'The exception is revoked' }

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request)
  const form = await request.formData()
  const outcome = textOf(form, 'outcome') as keyof typeof done
  const note = textOf(form, 'note')
  return act(done[outcome] ?? 'Done', () => verbs.settleException({ id: textOf(form, 'id') ?? '', outcome, ...(note && { note }) }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

type Row = Route.ComponentProps['loaderData']['data'][number]

const columns: Column<Row>[] = [
  ...exceptionColumns
    .filter((column) => !['organization', 'world', 'approver', 'created_at'].includes(column.key))
    .map((column): Column<Row> => {
      switch (column.key) {
        case 'entity':
          return {
            ...column,
            className: 'min-w-64 whitespace-normal',
            cell: (row) => (
              <details>
                <summary className="min-h-6 hover:text-seal">
                  <span className="font-semibold">{row.entity_name}</span>
                </summary>
                <p className="mt-2 max-w-[52ch] whitespace-pre-line break-words">{row.reason}</p>
                <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 text-[0.8125rem] text-soft">
                  <dt>Entry</dt>
                  <dd className="break-all font-mono">{row.entity_id}</dd>
                  {row.subject.wallet_address ? (
                    <>
                      <dt>Wallet</dt>
                      <dd className="break-all font-mono" title={row.subject.wallet_address}>
                        {shortAddress(row.subject.wallet_address)}
                      </dd>
                    </>
                  ) : null}
                  <dt>Proposed</dt>
                  <dd>{dateTime(row.created_at)} UTC</dd>
                  <dt>Seen in</dt>
                  <dd className="break-all font-mono">{row.subject.check_id}</dd>
                  <dt>Id</dt>
                  <dd className="break-all font-mono">{row.id}</dd>
                </dl>
              </details>
            ),
          }
        case 'status':
          return { ...column, cell: (row) => <StateBadge of="exception" state={row.status} /> }
        case 'author':
          return {
            ...column,
            label: 'Proposed, approved by',
            className: 'min-w-44 max-w-60 whitespace-normal [overflow-wrap:anywhere]',
            cell: (row) => (
              <>
                {row.people.author}
                <span className="block text-soft">{row.people.approver ?? (row.status === 'proposed' ? 'nobody yet' : '')}</span>
              </>
            ),
          }
        case 'until':
          return { ...column, className: 'tabular min-w-32 whitespace-normal' }
        default:
          return { ...column, className: 'tabular text-soft' }
      }
    }),
  {
    key: 'acts',
    label: 'Acts',
    text: () => '',
    cell: (row) =>
      row.status === 'proposed' && row.own ? (
        <span className="grid gap-1">
          <span className="text-[0.8125rem] text-soft">another person decides</span>
          <ExceptionActs row={row} />
        </span>
      ) : (
        <ExceptionActs row={row} />
      ),
  },
]

export default function Exceptions({ loaderData }: Route.ComponentProps) {
  const { data, total, counts, page } = loaderData
  return (
    <DeskFrame
      title="Exceptions"
      lead={`Matches that one person called a false positive and another approved. ${count(counts.active)} in force, ${count(counts.proposed)} to be decided. A listed address or a strong match is never set aside.`}
      action={
        <ButtonLink to="/desk/reviews?kind=sanctions_match" variant="outline">
          Matches to review
        </ButtonLink>
      }
    >
      <DataTable
        label="Exceptions"
        columns={columns}
        rows={data}
        total={total}
        page={page}
        pageSize={perPage}
        search="Listed name, wallet or id"
        filters={[
          {
            name: 'status',
            label: 'State',
            options: [
              { value: 'proposed', label: 'Proposed' },
              { value: 'active', label: 'In force' },
              { value: 'refused', label: 'Refused' },
              { value: 'expired', label: 'Expired' },
              { value: 'voided', label: 'Voided' },
            ],
          },
        ]}
        csvHref="/desk/exceptions/export"
        empty={{
          title: 'No exception yet',
          text: 'When two people release a possible match, or one is proposed through the API, it is listed here with both names and its last day.',
          action: <ButtonLink to="/desk/reviews">Go to the reviews</ButtonLink>,
        }}
      />
    </DeskFrame>
  )
}
