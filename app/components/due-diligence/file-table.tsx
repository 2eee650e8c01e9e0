import type { DueDiligenceView } from '#core/identity/due-diligence/list-rows.ts'
import type { Rows } from '#core/kernel/rows.ts'
import { type StateName, stateWord } from '#core/kernel/states.ts'
import { shortDate } from '../../lib/dates.ts'
import { type Column, DataTable } from '../dashboard/data-table.tsx'
import { StateBadge } from '../state-badge.tsx'
import { FileActs } from './file-acts.tsx'

export const fileState = { filters: ['q', 'status'], sort: '-created_at', sorts: ['created_at'] } as const

/** What a file is about, in words. */
export const COVERS: Record<string, string> = {
  country: 'A country of higher risk',
  pep: 'A politically exposed person',
  media: 'Adverse media that you found',
  eu_permit: 'A European residence permit that you saw',
}

/** How a file stands: one that is older than a year counts no more, whoever approved it. */
const standing = (row: DueDiligenceView): StateName<'due_diligence'> => (row.expired && row.status !== 'withdrawn' ? 'expired' : row.status)

const coversOf = (row: DueDiligenceView) => row.covers.map((kind) => COVERS[kind] ?? kind).join(', ')

/** What was found out, to be read before anybody approves it. */
function Found({ row }: { row: DueDiligenceView }) {
  const parts: [label: string, text: string | null, mono?: boolean][] = [
    ['Findings', row.findings || 'Erased with the person.'],
    ['Source of wealth', row.source_of_wealth],
    ['Source of funds', row.source_of_funds],
    ['SHA-256 of the file kept', row.document_sha256, true],
    ['Person', row.person_id, true],
    ['File', row.id, true],
  ]
  return (
    <details>
      <summary className="min-h-6 hover:text-seal">
        <span className="font-semibold">{row.party}</span>
        <span className="block text-[0.8125rem] text-soft">{coversOf(row)}</span>
      </summary>
      <dl className="mt-2 grid max-w-[60ch] gap-2">
        {parts.map(([label, text, mono]) =>
          text ? (
            <div key={label}>
              <dt className="text-[0.8125rem] text-soft">{label}</dt>
              <dd className={mono ? 'break-all font-mono text-[0.8125rem]' : 'whitespace-pre-line break-words'}>{text}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </details>
  )
}

const columns: Column<DueDiligenceView>[] = [
  {
    key: 'party',
    label: 'Party',
    text: (row) => `${row.party}: ${coversOf(row)}`,
    className: 'min-w-64 whitespace-normal',
    cell: (row) => <Found row={row} />,
  },
  {
    key: 'status',
    label: 'State',
    text: (row) => stateWord('due_diligence', standing(row)),
    className: 'min-w-32 whitespace-normal',
    cell: (row) => <StateBadge of="due_diligence" state={standing(row)} />,
  },
  {
    key: 'organization',
    label: 'Organisation',
    text: (row) => row.organization.name,
    className: 'min-w-36 whitespace-normal',
    cell: (row) => (
      <>
        {row.organization.name}
        <span className="block text-[0.8125rem] text-soft">{row.environment}</span>
      </>
    ),
  },
  {
    key: 'people',
    label: 'Filed, approved by',
    text: (row) => [row.people.author, row.people.approver].filter(Boolean).join(', '),
    className: 'min-w-44 max-w-64 whitespace-normal [overflow-wrap:anywhere]',
    cell: (row) => (
      <>
        {row.own ? 'You' : row.people.author}
        <span className="block text-soft">
          {row.approved_at ? `${row.people.approver}, as ${row.approved_in_capacity}` : row.status === 'proposed' ? 'nobody yet' : ''}
        </span>
        {row.ended_at ? (
          <span className="block text-soft">
            {row.people.ended} took it back, {shortDate(row.ended_at)}
          </span>
        ) : null}
      </>
    ),
  },
  {
    key: 'dates',
    label: 'Filed, counts until',
    text: (row) => `${shortDate(row.filed_at)} ${shortDate(row.expires_at)}`,
    className: 'tabular min-w-28 whitespace-normal text-soft',
    cell: (row) => (
      <>
        {shortDate(row.filed_at)}
        <span className="block">{row.status === 'withdrawn' ? 'counts no more' : shortDate(row.expires_at)}</span>
      </>
    ),
  },
  { key: 'acts', label: 'Acts', text: () => '', cell: (row) => <FileActs row={row} /> },
]

/** Files of enhanced due diligence, each to be read where it stands, with what can be done with it. */
export function FileTable({
  found,
  across,
  empty,
}: {
  found: Rows<DueDiligenceView>
  /** Of every organisation: says whose each is. */
  across: boolean
  empty: { title: string; text?: React.ReactNode }
}) {
  return (
    <DataTable
      label="Files of due diligence"
      columns={columns.filter((column) => across || column.key !== 'organization')}
      rows={found.rows}
      total={found.total}
      page={found.page}
      pageSize={found.page_size}
      search="Id of investor or file"
      filters={[
        {
          name: 'status',
          label: 'State',
          options: [
            { value: 'proposed', label: 'Not approved yet' },
            { value: 'approved', label: 'Approved' },
            { value: 'withdrawn', label: 'Withdrawn' },
          ],
        },
      ]}
      empty={empty}
    />
  )
}
