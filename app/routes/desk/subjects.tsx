import type { SubjectRow } from '#core/identity/persons/search-subjects.ts'
import { type Column, DataTable } from '../../components/dashboard/data-table.tsx'
import { DeskFrame } from '../../components/desk/frame.tsx'
import { dateTime } from '../../lib/dates.ts'
import { shortAddress, words } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/subjects.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Subjects', description: 'People and entities your organisation has records of.', noindex: true })

const state = { filters: ['q', 'kind'], sort: '-created_at', sorts: ['created_at'] } as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request)
  const { page, filters } = readTableState(new URL(request.url), state)
  return readOr404(verbs.searchSubjects({ page, ...(filters as object) }))
}

const columns: Column<SubjectRow>[] = [
  {
    key: 'name',
    label: 'Name',
    text: (row) => row.name,
    className: 'min-w-48 whitespace-normal',
    cell: (row) => (
      <>
        <bdi className="font-semibold">{row.name}</bdi>
        <code className="block break-all text-[0.75rem] text-soft">{row.id}</code>
      </>
    ),
  },
  { key: 'kind', label: 'Kind', text: (row) => (row.kind === 'entity' ? 'entity' : 'person') },
  {
    key: 'wallets',
    label: 'Wallets',
    text: (row) => row.wallets.map((one) => one.address).join(' '),
    cell: (row) =>
      row.wallets.map((one) => (
        <span key={one.id} className="block whitespace-nowrap">
          <code className="text-[0.8125rem]" title={one.address}>
            {shortAddress(one.address)}
          </code>{' '}
          <span className="text-soft">{one.status === 'active' ? one.verification_status : words(one.status)}</span>
        </span>
      )),
  },
  {
    key: 'investors',
    label: 'As investor',
    text: (row) => row.investors.map((one) => one.status).join(' '),
    cell: (row) =>
      row.investors.map((one) => (
        <TextLink key={one.id} to={`/issuer/investors?q=${one.id}`} className="block min-h-6">
          {words(one.status)}
        </TextLink>
      )),
  },
  {
    key: 'cases',
    label: 'Cases',
    text: () => '',
    cell: (row) => {
      const about = row.investors[0]?.id ?? row.wallets[0]?.id ?? row.id
      return (
        <TextLink to={`/desk/reviews?status=all&q=${about}`} className="inline-flex min-h-6 items-center">
          Cases<span className="sr-only"> about {row.name}</span>
        </TextLink>
      )
    },
  },
  {
    key: 'created_at',
    label: 'Since (UTC)',
    text: (row) => dateTime(row.created_at),
    data: (row) => row.created_at,
    className: 'tabular text-soft',
  },
]

export default function DeskSubjects({ loaderData }: Route.ComponentProps) {
  const { rows, total, page, page_size } = loaderData
  return (
    <DeskFrame
      title="Subjects"
      lead="People and entities your organisation has records of, the newest first, with their wallets and what they are as investors."
    >
      <DataTable
        label="Subjects"
        columns={columns}
        rows={rows}
        total={total}
        page={page}
        pageSize={page_size}
        search="Any id or address"
        filters={[
          {
            name: 'kind',
            label: 'Kind',
            options: [
              { value: 'natural', label: 'person' },
              { value: 'entity', label: 'entity' },
            ],
          },
        ]}
        empty={{ title: 'Nobody yet', text: 'Whom you verify as a wallet or an investor is listed here.' }}
      />
    </DeskFrame>
  )
}
