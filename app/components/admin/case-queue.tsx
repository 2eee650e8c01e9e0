import { useNavigate } from 'react-router'
import type { CasePage } from '#core/review/cases/list.ts'
import { count } from '../../lib/format.ts'
import { Status } from '../../ui/badge.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { type Column, DataTable } from '../dashboard/data-table.tsx'
import { Stat, StatRow } from '../dashboard/stat.tsx'
import { caseColumns, caseKinds, kindWord } from './case-words.ts'
import type { Desk } from './desk.ts'
import { Shortcuts } from './keys.tsx'

export const CASES_A_PAGE = 25

type Row = CasePage['data'][number]

/** Moves the focus between the cases of the page. */
function step(by: 1 | -1) {
  const links = [...document.querySelectorAll<HTMLElement>('tbody a[data-case]')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  links[at === -1 ? (by === 1 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + by))]?.focus()
}

/** What an organisation's people are told of, and Sealwright answers: the state that matters to them is that it is not theirs to decide. */
const isElsewhere = (row: Row): boolean => row.open && row.theirs && row.status !== 'decided'

const yes = [{ value: 'yes', label: 'yes' }]

const filtersOf = (platform: boolean) => [
  {
    name: 'status',
    label: 'Status',
    options: [
      { value: 'open', label: 'open' },
      { value: 'assigned', label: 'taken' },
      { value: 'awaiting_info', label: 'waits for an answer' },
      { value: 'awaiting_second', label: 'needs a second person' },
      { value: 'decided', label: 'decided' },
    ],
  },
  { name: 'kind', label: 'Kind', options: Object.entries(caseKinds).map(([value, label]) => ({ value, label })) },
  ...(platform
    ? [
        { name: 'environment', label: 'Environment', options: ['sandbox', 'production'].map((value) => ({ value, label: value })) },
        { name: 'all', label: 'Of organisations too', options: yes },
      ]
    : []),
  { name: 'mine', label: 'Mine', options: yes },
  { name: 'overdue', label: 'Overdue', options: yes },
]

/** The review queue of a desk. */
export function CaseQueue({ found, desk, lead }: { found: CasePage & { page: number; now: string }; desk: Desk; lead: string }) {
  const { data, total, counts, page, now } = found
  const { Frame } = desk
  const reviews = `${desk.base}/reviews`
  const platform = desk.base === '/admin'
  const navigate = useNavigate()
  const columns: Column<Row>[] = caseColumns(now)
    .filter((column) => platform || !['organization', 'environment'].includes(column.key))
    .map((column) => ({
      ...column,
      ...(column.key === 'summary' && {
        cell: (row: Row) =>
          row.open ? (
            <TextLink to={`${reviews}/${row.id}`} data-case className="font-semibold">
              {row.summary}
            </TextLink>
          ) : (
            <span className="text-soft">{kindWord(row.kind)}, decided by the organisation itself</span>
          ),
        className: 'min-w-64 whitespace-normal',
      }),
      ...(column.key === 'status' && {
        cell: (row: Row) => (
          <Status tone={row.status === 'decided' || isElsewhere(row) ? 'neutral' : row.status === 'awaiting_second' ? 'seal' : 'waiting'}>
            {isElsewhere(row) ? 'with Sealwright' : column.text(row)}
          </Status>
        ),
      }),
      ...(column.key === 'score' && { align: 'right' as const }),
      ...(column.key === 'deadline' && {
        cell: (row: Row) => (row.overdue && !isElsewhere(row) ? <Status tone="bad">{column.text(row)}</Status> : column.text(row)),
      }),
      ...(['environment', 'waited', 'assigned_to'].includes(column.key) && { className: 'text-soft' }),
    }))
  return (
    <Frame
      title="Reviews"
      lead={lead}
      action={
        <Shortcuts
          keys={[
            { key: 'j', does: 'Next case', run: () => step(1) },
            { key: 'k', does: 'Case before', run: () => step(-1) },
            { key: 'g', does: 'Open the first case', run: () => data[0]?.open && void navigate(`${reviews}/${data[0].id}`) },
            { key: '/', does: 'Search', run: () => document.querySelector<HTMLElement>('input[type="search"]')?.focus() },
          ]}
        />
      }
    >
      <StatRow className="mb-7">
        <Stat label="Waiting" value={count(counts.waiting)} to={reviews} />
        <Stat label="Overdue" value={count(counts.overdue)} to={`${reviews}?overdue=yes`} />
        <Stat label="Need a second person" value={count(counts.awaiting_second)} to={`${reviews}?status=awaiting_second`} />
      </StatRow>
      <DataTable
        label="Review queue"
        columns={columns}
        rows={data}
        total={total}
        page={page}
        pageSize={CASES_A_PAGE}
        search="Any id"
        filters={filtersOf(platform)}
        csvHref={`${reviews}/export`}
        empty={{ title: 'Nothing waits', text: 'Possible matches and evidence to be read appear here the moment they are held.' }}
      />
    </Frame>
  )
}
