import type { Rows } from '#core/kernel/rows.ts'
import type { InvestmentRow } from '#core/securities/investments/list-rows.ts'
import { dateTime } from '../../../lib/dates.ts'
import { amount, countryName, money, words } from '../../../lib/format.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { AsApiCall } from '../../dashboard/as-api-call.tsx'
import { type Column, DataTable } from '../../dashboard/data-table.tsx'
import { DecisionLink } from '../../decision/link.tsx'
import { ReasonLinks } from '../../reason-links.tsx'
import { StateBadge } from '../../state-badge.tsx'
import { ConfirmedAct } from '../act.tsx'
import { useEnvironment } from '../frame.tsx'
import { investmentTable, withLooks } from '../tables.ts'
import type { Figures } from './overview.tsx'

/** Who invested; what waits is approved or declined here, and what was accepted gets its tokens. */
export function InvestorsView({ figures, found, sort }: { figures: Figures; found: Rows<InvestmentRow>; sort: string }) {
  const { offering } = figures
  const environment = useEnvironment()
  const columns: Column<InvestmentRow>[] = [
    ...withLooks<InvestmentRow>(investmentTable.columns, investmentTable.state.sorts, {
      investor: { className: 'min-w-36 font-semibold' },
      status: {
        cell: (row) => (
          <>
            <StateBadge of="investment" state={row.status} />
            <Until row={row} />
          </>
        ),
      },
      reasons: {
        className: 'max-w-64 whitespace-normal text-[0.875rem]',
        // Room only where something is said.
        cell: (row) =>
          text(row, 'reasons') ? (
            <span className="block sm:min-w-50">
              <ReasonLinks codes={row.reason_codes} />
            </span>
          ) : (
            ''
          ),
      },
    }),
    {
      key: 'acts',
      label: 'Acts',
      text: () => '',
      cell: (row) => <Acts row={row} offering={offering} />,
    },
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {figures.to_issue.count > 0 && ['open', 'closed'].includes(offering.status) ? <IssueAll figures={figures} /> : null}
      <DataTable
        label="Investments"
        columns={columns}
        rows={found.rows}
        total={found.total}
        page={found.page}
        pageSize={found.page_size}
        sort={sort}
        search="E-mail or id"
        filters={[
          {
            name: 'status',
            label: 'Status',
            options: ['accepted', 'pending', 'rejected', 'refunded', 'cancelled'].map((value) => ({ value, label: value })),
          },
          {
            name: 'country',
            label: 'Country',
            options: figures.countries.flatMap((each) => (each.country ? [{ value: each.country, label: countryName(each.country) }] : [])),
          },
          {
            name: 'accredited',
            label: 'Accredited',
            options: [
              { value: 'yes', label: 'yes' },
              { value: 'no', label: 'no' },
            ],
          },
        ]}
        csvHref={`/issuer/export/investments?offering=${offering.id}`}
        empty={{ title: 'Nobody has invested yet', text: 'Invite investors, or let your program record investments through the API.' }}
      />
      <AsApiCall
        environment={environment}
        label="Record an investment"
        call={{
          method: 'POST',
          path: '/v1/investments',
          body: { offering_id: offering.id, investor_id: 'inv_…', amount: offering.minimum_investment },
        }}
      />
    </div>
  )
}

const text = (row: InvestmentRow, key: string) => investmentTable.columns.find((column) => column.key === key)!.text(row)

function Acts({ row, offering }: { row: InvestmentRow; offering: Figures['offering'] }) {
  const left = BigInt(row.token_quantity.split('.')[0]!) - BigInt(row.issued_quantity.split('.')[0]!)
  if (row.payment_failed)
    return (
      <span className="flex gap-2 sm:flex-col sm:items-stretch">
        <Paid row={row} />
        <CallOff row={row} />
      </span>
    )
  if (row.status === 'pending')
    return (
      <span className="flex gap-2 sm:flex-col sm:items-stretch">
        <Decide row={row} outcome="approve" />
        <Decide row={row} outcome="decline" />
        <TextLink to={`?view=readiness&investment=${row.id}`} className="min-h-6 text-[0.8125rem]">
          What is missing
        </TextLink>
      </span>
    )
  const untouched = row.status === 'accepted' && Number(row.issued_quantity) === 0 ? <TakeBack row={row} /> : null
  if (row.status === 'accepted' && left > 0n && ['open', 'closed'].includes(offering.status))
    return (
      <span className="flex gap-2 sm:flex-col sm:items-stretch">
        <Issue row={row} offering={offering} left={left} />
        {untouched}
      </span>
    )
  return untouched
}

/** Until when it is held for the investor, or why it ended by itself; and what was decided of it. */
function Until({ row }: { row: InvestmentRow }) {
  const said = row.reserved_until
    ? `${row.payment_failed ? 'unpaid, until' : 'reserved until'} ${dateTime(row.reserved_until)} UTC`
    : row.cancel_reason
      ? words(row.cancel_reason.replace(/^cancelled_/, ''))
      : row.refusal
        ? words(row.refusal.code)
        : null
  return (
    <>
      {said ? <span className="tabular mt-1 block whitespace-normal text-[0.8125rem] text-soft sm:min-w-28">{said}</span> : null}
      <DecisionLink id={row.decision_id} />
    </>
  )
}

function Issue({ row, offering, left }: { row: InvestmentRow; offering: Figures['offering']; left: bigint }) {
  return row.has_wallet ? (
    <ConfirmedAct
      label="Issue"
      ariaLabel={`Issue tokens to ${row.investor_name}`}
      title={`Issue ${amount(String(left))} tokens`}
      text={`To ${row.investor_name}. The rules decide once more; then a lot is opened${offering.restrictions.lockup_days ? `, locked for ${offering.restrictions.lockup_days} days from the investment` : ''}. You sign the mint yourself under Issuances, within 24 hours: no key here can mint.`}
      action="Authorise"
      values={{ intent: 'issue', investment_id: row.id, investor_id: row.investor_id, quantity: String(left) }}
      call={{
        method: 'POST',
        path: '/v1/tokens/issue',
        body: { offering_id: offering.id, investor_id: row.investor_id, investment_id: row.id, quantity: Number(left) },
      }}
    />
  ) : (
    <span className="text-[0.8125rem] text-soft">needs a wallet</span>
  )
}

/** An accepted investment that does not go ahead: its payment failed, or it is called off. */
function TakeBack({ row }: { row: InvestmentRow }) {
  return (
    <ConfirmedAct
      label="Reverse"
      ariaLabel={`Reverse the investment of ${row.investor_name}`}
      title={`Reverse ${money(row.amount, row.currency)} from ${row.investor_name}`}
      text="Its amount leaves the raise, with its fee and its place among the investors."
      action="Reverse"
      keep="Keep it"
      destructive
      values={{ id: row.id, status: 'failed' }}
      call={{ method: 'POST', path: `/v1/investments/${row.id}/payment`, body: { status: 'failed', note: 'The debit was returned.' } }}
    >
      <fieldset>
        <legend className="mb-1.5 font-semibold text-[0.9375rem]">What happened</legend>
        <Choice
          value="payment"
          label="The payment failed"
          text="Five days to make it good, its tokens reserved meanwhile. Then it is cancelled."
        />
        <Choice value="cancel" label="It is called off" text="For good. Pay back what was paid where it was paid." />
      </fieldset>
      <Why />
    </ConfirmedAct>
  )
}

const Choice = ({ value, label, text }: { value: string; label: string; text: string }) => (
  <label className="flex min-h-11 items-start gap-2.5 py-1.5">
    <input type="radio" name="intent" value={value} required className="mt-1 size-4 shrink-0 accent-seal" />
    <span>
      <span className="font-semibold">{label}</span>
      <span className="block text-[0.9375rem] text-soft">{text}</span>
    </span>
  </label>
)

function Paid({ row }: { row: InvestmentRow }) {
  return (
    <ConfirmedAct
      label="Paid"
      ariaLabel={`Payment received from ${row.investor_name}`}
      title={`The payment was made good: ${money(row.amount, row.currency)} from ${row.investor_name}`}
      text="The investment is decided again under the facts of now and, when the rules still allow it, accepted."
      action="Record the payment"
      values={{ intent: 'payment', id: row.id, status: 'received' }}
      call={{
        method: 'POST',
        path: `/v1/investments/${row.id}/payment`,
        body: { status: 'received', note: 'The second transfer arrived.' },
      }}
    >
      <Why />
    </ConfirmedAct>
  )
}

function CallOff({ row }: { row: InvestmentRow }) {
  return (
    <ConfirmedAct
      label="Cancel"
      ariaLabel={`Cancel the investment of ${row.investor_name}`}
      title={`Cancel ${money(row.amount, row.currency)} from ${row.investor_name}`}
      text="For good. Its tokens are free again. Pay back what was paid where it was paid."
      action="Cancel the investment"
      keep="Keep it"
      destructive
      values={{ intent: 'cancel', id: row.id }}
      call={{ method: 'POST', path: `/v1/investments/${row.id}/cancel`, body: { note: 'Agreed with the investor.' } }}
    >
      <Why />
    </ConfirmedAct>
  )
}

const Why = () => (
  <Field label="Why" hint="Kept in the log: no names.">
    <Textarea name="note" required minLength={3} maxLength={500} className="min-h-20" />
  </Field>
)

function Decide({ row, outcome }: { row: InvestmentRow; outcome: 'approve' | 'decline' }) {
  const approve = outcome === 'approve'
  return (
    <ConfirmedAct
      label={approve ? 'Approve' : 'Decline'}
      ariaLabel={`${approve ? 'Approve' : 'Decline'} ${row.investor_name}`}
      title={`${approve ? 'Approve' : 'Decline'} ${money(row.amount, row.currency)} from ${row.investor_name}`}
      text={
        approve
          ? 'The investment is decided again under the facts of now. A missing identity, a missing fact or a possible sanctions match cannot be waved through.'
          : 'The investment becomes rejected, for good. The investor may invest again.'
      }
      action={approve ? 'Approve' : 'Decline'}
      destructive={!approve}
      values={{ intent: 'decide', id: row.id, outcome }}
      call={{
        method: 'POST',
        path: `/v1/investments/${row.id}/${outcome}`,
        body: { note: approve ? 'I have seen the passport.' : 'The subscription was withdrawn.' },
      }}
    >
      {row.reason_codes.length > 0 ? (
        <p className="break-words text-[0.9375rem] text-soft">
          It waits because of <ReasonLinks codes={row.reason_codes} />.
        </p>
      ) : null}
      <Why />
    </ConfirmedAct>
  )
}

function IssueAll({ figures }: { figures: Figures }) {
  return (
    <Alert
      tone="info"
      title={`${figures.to_issue.count} accepted ${figures.to_issue.count === 1 ? 'investment waits' : 'investments wait'} for ${amount(figures.to_issue.units)} tokens`}
    >
      <p>Each issuance is decided on its own; you sign the mints under Issuances, within 24 hours.</p>
      <div className="no-print mt-2">
        <ConfirmedAct
          label="Authorise them all"
          title={`Authorise ${figures.to_issue.count} ${figures.to_issue.count === 1 ? 'issuance' : 'issuances'}`}
          text={`Up to ${amount(figures.to_issue.units)} tokens. The rules decide on each once more; what they allow is signed and lapses unless you mint it within 24 hours.`}
          action="Authorise"
          values={{ intent: 'issue-all' }}
        />
      </div>
    </Alert>
  )
}
