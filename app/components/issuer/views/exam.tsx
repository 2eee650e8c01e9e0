import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DocumentView } from '#core/identity/documents/present.ts'
import type { Rows } from '#core/kernel/rows.ts'
import type { TransactionRow } from '#core/markets/transactions/list-rows.ts'
import type { FeeRow } from '#core/securities/fees/list-entries.ts'
import type { CapTable } from '#core/securities/holdings/cap-table.ts'
import type { InvestmentRow } from '#core/securities/investments/list-rows.ts'
import { cn } from '../../../lib/cn.ts'
import { dateTime, shortDate } from '../../../lib/dates.ts'
import { amount, count, countryName, money, plural, REGULATIONS, words } from '../../../lib/format.ts'
import type { TextColumn } from '../../../lib/table-state.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Table, Td, Th } from '../../../ui/table.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { examTables } from '../tables.ts'
import { type Figures, termRows } from './overview.tsx'

export interface ExamPack {
  investments: Rows<InvestmentRow>
  table: CapTable
  fees: Rows<FeeRow>
  transfers: Rows<TransactionRow>
  documents: DocumentView[]
}

/** Everything an examiner asks about an offering, on paper: terms, rules, sales with their decisions, holders, fees, transfers. */
export function ExamView({ figures, pack }: { figures: Figures; pack: ExamPack }) {
  const { offering } = figures
  const tables = [
    { name: 'investments', found: pack.investments },
    { name: 'cap-table', found: pack.table },
    { name: 'fees', found: pack.fees },
    { name: 'transfers', found: pack.transfers },
  ] as const
  const long = tables.filter(({ found }) => found.total > found.rows.length)
  const file = (name: keyof typeof examTables) => `/issuer/export/${name}?offering=${offering.id}&exam`
  return (
    <article className="exam grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="no-print flex flex-wrap items-center justify-between gap-3">
        <p className="text-[0.9375rem] text-soft">
          For an examiner, on paper or as a PDF: printed, this page leaves out everything that is not evidence.
        </p>
        <Button size="sm" variant="outline" className="js-only" onClick={() => window.print()}>
          <Printer className="size-4" aria-hidden /> Print
        </Button>
      </div>
      {long.length > 0 ? (
        <Alert tone="info" title="Files that belong to this pack">
          <p>
            The first {count(long[0]!.found.rows.length)} rows of a table are printed. Hand over the files of the longer ones with the
            paper: they have every row and the same columns.
          </p>
          <ul className="mt-2">
            {long.map(({ name, found }) => (
              <li key={name}>
                <a href={file(name)} className="link font-semibold" download>
                  {name}.csv
                </a>
                , {plural(found.total, 'row')}
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
      <p className="hidden text-soft print:block">
        Exam pack of {offering.name}, as of {dateTime(figures.now)} UTC. Names are opened from their seals for this copy alone.
      </p>
      <Part title="Offering">
        <Facts
          rows={[
            ['Id', offering.id],
            ['Status', words(offering.status)],
            ['Regulation', REGULATIONS[offering.regulation] ?? offering.regulation],
            ['Environment', offering.environment],
            ['As of', `${dateTime(figures.now)} UTC`],
            ['Raised', money(offering.amount_raised, offering.currency)],
            ['Fee', `${money(offering.fee.accrued)} (1 %, at most ${money(offering.fee.cap)})`],
            ['First sale', figures.first_sale_at ? shortDate(figures.first_sale_at) : 'none'],
            [
              'Form D filed',
              figures.form_d_filed_at
                ? shortDate(figures.form_d_filed_at)
                : offering.regulation.startsWith('reg_d')
                  ? 'not recorded'
                  : 'not needed',
            ],
            ...termRows(figures),
          ]}
        />
      </Part>
      <Part title="Limits">
        <Facts
          rows={figures.limits.map((each) => [each.label, `${count(each.value)}${each.limit === null ? '' : ` of ${count(each.limit)}`}`])}
        />
      </Part>
      <Part title="Rules in force">
        <Table label="Rules in force" className="row-cards">
          <thead>
            <tr>
              <Th>Rule</Th>
              <Th>What it says</Th>
              <Th>Source</Th>
            </tr>
          </thead>
          <tbody>
            {offering.rules.map((rule) => (
              <tr key={rule.code}>
                <Td className="whitespace-nowrap font-mono text-[0.75rem]">
                  <TextLink to={`/rules/${rule.code}`}>{rule.code}</TextLink>
                </Td>
                <Td data-wide="">{rule.summary}</Td>
                <Td data-wide="">{rule.citation.label}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Part>
      <Part title={`Investments (${count(pack.investments.total)})`}>
        <Sums
          rows={Object.entries(figures.statuses).map(([status, of]) => [
            words(status),
            `${plural(of.count, 'investment')}, ${money(of.sum, offering.currency)}`,
          ])}
        />
        <PlainTable name="investments" found={pack.investments} file={file('investments')} />
      </Part>
      <Part title={`Holders: ${amount(pack.table.outstanding)} tokens, ${amount(pack.table.issued)} issued`}>
        <PlainTable name="cap-table" found={pack.table} file={file('cap-table')} />
      </Part>
      <Part title="Investors by country">
        <Facts
          rows={figures.countries.map((each) => [
            countryName(each.country),
            `${plural(each.persons, 'investor')}, ${money(each.sum, offering.currency)}`,
          ])}
        />
      </Part>
      <Part title={`Fee ledger (${count(pack.fees.total)})`}>
        <PlainTable name="fees" found={pack.fees} file={file('fees')} />
      </Part>
      <Part title={`Transfers (${count(pack.transfers.total)})`}>
        <Sums rows={Object.entries(figures.transfers).map(([status, of]) => [words(status), plural(of, 'transfer')])} />
        <PlainTable name="transfers" found={pack.transfers} file={file('transfers')} />
      </Part>
      <Part title="Documents">
        <Facts rows={pack.documents.map((each) => [each.file_name, `${words(each.kind)}, SHA-256 ${each.sha256}`])} />
      </Part>
      <p className="text-[0.875rem] text-soft">
        Each decision can be made again and proven: GET /v1/decisions/{'{id}'} and /v1/decisions/{'{id}'}/receipt.
      </p>
    </article>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="title-3 mb-2">{title}</h2>
    {children}
  </section>
)

/** What a table comes to, by status. */
const Sums = ({ rows }: { rows: [string, string][] }) => (rows.length === 0 ? null : <Facts rows={rows.sort()} />)

const Facts = ({ rows }: { rows: [string, string][] }) =>
  rows.length === 0 ? (
    <p className="text-soft">None.</p>
  ) : (
    <dl className="grid gap-x-8 text-[0.9375rem] sm:grid-cols-2">
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-6 border-rule border-b py-1.5">
          <dt className="min-w-0 text-soft [overflow-wrap:anywhere]">{name}</dt>
          <dd className="min-w-0 text-right [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )

const FIGURES = new Set('amount token_quantity issued quantity share locked lots investment fee raised accrued code'.split(' '))
const LONG = new Set(['wallets', 'from', 'to', 'decision'])
const look = (key: string, value = true) =>
  FIGURES.has(key)
    ? 'tabular whitespace-nowrap text-right'
    : LONG.has(key)
      ? value && 'min-w-40 break-all font-mono text-[0.6875rem]'
      : ['reasons', 'detail'].includes(key)
        ? 'min-w-40 [overflow-wrap:anywhere]'
        : ['investor', 'name'].includes(key)
          ? 'min-w-28'
          : 'whitespace-nowrap'

/** A table without paging. On a screen it is laid out when it comes into sight; on paper it is whole. */
function PlainTable<Row extends { id: string }>({
  name,
  found: { rows, total },
  file,
}: {
  name: keyof typeof examTables
  found: { rows: readonly Row[]; total: number }
  file: string
}) {
  const { label, columns } = examTables[name] as unknown as { label: string; columns: readonly TextColumn<Row>[] }
  if (rows.length === 0) return <p className="text-soft">None.</p>
  return (
    <>
      <div className="exam-table mt-3" style={{ containIntrinsicBlockSize: `auto ${rows.length * 3}rem` }}>
        <Table label={label} className="row-cards text-[0.8125rem]">
          <thead>
            <tr>
              {columns.map((column) => (
                <Th key={column.key} className={cn(look(column.key, false))}>
                  {column.label}
                </Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                {columns.map((column) => (
                  <Td key={column.key} data-label={column.label} className={cn(look(column.key))}>
                    {column.text(row)}
                  </Td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      <p className="mt-2 text-[0.875rem]">
        {total > rows.length ? `The first ${count(rows.length)} of ${count(total)} rows. All of them are in ${name}.csv. ` : ''}
        <a href={file} className="link no-print" download>
          {total > rows.length ? 'Download it' : `Download as ${name}.csv`}
        </a>
      </p>
    </>
  )
}
