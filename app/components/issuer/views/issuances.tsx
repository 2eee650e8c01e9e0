import { useState } from 'react'
import type { Rows } from '#core/kernel/rows.ts'
import { stateOf } from '#core/kernel/states.ts'
import type { IssuanceRow } from '#core/securities/tokens/list-rows.ts'
import { dateTime } from '../../../lib/dates.ts'
import { shortAddress } from '../../../lib/format.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Status } from '../../../ui/badge.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input, Select } from '../../../ui/input.tsx'
import { AsApiCall } from '../../dashboard/as-api-call.tsx'
import { DataTable } from '../../dashboard/data-table.tsx'
import { ConfirmedAct } from '../act.tsx'
import { useEnvironment } from '../frame.tsx'
import { issuanceTable, withLooks } from '../tables.ts'
import { MintButton, MintDialog } from './mint-dialog.tsx'
import type { Figures } from './overview.tsx'
import { TokenContract } from './token-contract.tsx'

/** What may be minted: each mint is signed by the issuer's own wallet and its hash reported here, within 24 hours. */
export function IssuancesView({
  figures,
  found,
  sort,
}: {
  figures: Figures
  found: Rows<IssuanceRow> & { unreported: number }
  sort: string
}) {
  const { offering } = figures
  const environment = useEnvironment()
  const { state } = offering.token
  const issuable = ['open', 'closed'].includes(offering.status) && !['deactivated', 'paused'].includes(state)
  // One dialog for the table: it outlives the row's button, which goes when the mint is reported.
  const [open, setOpen] = useState<IssuanceRow | null>(null)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {found.unreported > 0 ? (
        <Alert tone="warning" title={found.unreported === 1 ? 'One mint waits for you' : `${found.unreported} mints wait for you`}>
          Sign each with the wallet that may mint, and report its hash. What is not reported within 24 hours fails, and its tokens are free
          again.
        </Alert>
      ) : null}
      {environment === 'production' && state === 'unlinked' ? (
        <Alert tone="warning" title="Nothing can be issued yet">
          Tokens are issued and transferred only by a contract that was proven to be yours. {offering.token_address ? 'Prove' : 'Name'} it
          below.
        </Alert>
      ) : null}
      <TokenContract offering={offering} />
      <DataTable
        label="Issuances"
        columns={[
          ...withLooks<IssuanceRow>(
            // When it is due stands with its status, and why it failed too.
            issuanceTable.columns.filter((column) => !['until', 'failure'].includes(column.key)),
            issuanceTable.state.sorts,
            {
              holder: { className: 'min-w-32 font-semibold' },
              wallet: { cell: (row) => <Short value={row.wallet_address} /> },
              status: { className: 'min-w-52 whitespace-normal', cell: (row) => <State row={row} /> },
              hash: { cell: (row) => <Hash row={row} /> },
            },
          ),
          {
            key: 'acts',
            label: 'Acts',
            text: () => '',
            cell: (row) =>
              row.status === 'authorized' || row.status === 'submitted' ? <MintButton row={row} onOpen={() => setOpen(row)} /> : null,
          },
        ]}
        rows={found.rows}
        total={found.total}
        page={found.page}
        pageSize={found.page_size}
        sort={sort}
        filters={issuanceTable.filters}
        csvHref={`/issuer/export/issuances?offering=${offering.id}`}
        empty={{
          title: 'Nothing is issued yet',
          text: 'Authorise the tokens of an accepted investment under Investors, or tokens that nobody buys here.',
        }}
      />
      {issuable ? <Grant offering={offering} /> : null}
      <AsApiCall
        environment={environment}
        label="List them"
        call={{ method: 'GET', path: `/v1/tokens/issue?offering_id=${offering.id}` }}
      />
      {open ? <MintDialog row={open} environment={environment} onClose={() => setOpen(null)} /> : null}
    </div>
  )
}

const Short = ({ value }: { value: string }) => (
  <span className="inline-flex items-center gap-0.5">
    <code className="text-[0.8125rem]" title={value}>
      {shortAddress(value)}
    </code>
    <CopyButton text={value} label={`Copy ${value}`} className="js-only" />
  </span>
)

function Hash({ row }: { row: IssuanceRow }) {
  if (!row.transaction_hash) return ''
  return row.explorer_url ? (
    <a className="link font-mono text-[0.8125rem]" href={row.explorer_url} rel="noreferrer" target="_blank">
      {shortAddress(row.transaction_hash)}
    </a>
  ) : (
    <Short value={row.transaction_hash} />
  )
}

function State({ row }: { row: IssuanceRow }) {
  const shown = issuanceTable.columns.find((column) => column.key === 'status')!.text(row)
  return (
    <>
      <Status tone={stateOf('issuance', row.status).tone}>{shown}</Status>
      {row.expires_at ? (
        <span className="tabular block text-[0.8125rem] text-soft">
          {leftWords(row.left_ms ?? 0)}, until {dateTime(row.expires_at)} UTC
        </span>
      ) : null}
      {row.failure ? (
        <span className="block text-[0.8125rem] text-soft">
          {row.failure.detail}
          {row.failure.code === 'not_reported' ? ' Sent all the same? Authorise it again and report its hash there.' : ''}
        </span>
      ) : null}
    </>
  )
}

/** `23 h left`, as the tenant's clock has it. */
function leftWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'time is up'
  return minutes < 60 ? `${minutes} min left` : `${Math.floor(minutes / 60)} h left`
}

/** Tokens that nobody bought here: a grant, a split, a correction. */
function Grant({ offering }: { offering: Figures['offering'] }) {
  return (
    <p className="no-print flex flex-wrap items-center gap-3 text-soft">
      <ConfirmedAct
        label="Issue without an investment"
        title="Issue without an investment"
        text="The holder must be verified, and tokens must be left. In production the rules ask for the accepted investment as well, which no word of yours stands for. You sign the mint yourself, within 24 hours."
        action="Authorise"
        values={{ intent: 'grant' }}
        call={{
          method: 'POST',
          path: '/v1/tokens/issue',
          body: { offering_id: offering.id, wallet_address: '0x…', quantity: 100, reason: 'grant' },
        }}
      >
        <Field label="Wallet of the holder">
          <Input name="wallet_address" required autoComplete="off" spellCheck={false} className="font-mono" />
        </Field>
        <Field label="Tokens">
          <Input name="quantity" required inputMode="numeric" pattern="[0-9,]+" autoComplete="off" />
        </Field>
        <Field label="For">
          <Select name="reason" required defaultValue="">
            <option value="">Choose</option>
            <option value="grant">Grant</option>
            <option value="split">Split</option>
            <option value="correction">Correction</option>
            <option value="other">Other</option>
          </Select>
        </Field>
      </ConfirmedAct>
      For grants, splits and corrections.
    </p>
  )
}
