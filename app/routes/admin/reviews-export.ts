import type { NamedCase } from '#core/review/cases/case.ts'
import { caseColumns, caseState, platformQuery } from '../../components/admin/case-words.ts'
import { requireSession } from '../../lib/guard.ts'
import { csvResponse, everyPage, readTableState, type TextColumn } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/reviews-export.ts'

const PAGE = 1_000
const FILE: TextColumn<NamedCase>[] = [
  { key: 'opened', label: 'Opened', text: (row) => row.created_at },
  { key: 'decided', label: 'Decided', text: (row) => row.decided_at ?? '' },
  { key: 'id', label: 'Id', text: (row) => row.id },
]

/** The cases the filters give, in the order of the queue. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const { filters } = readTableState(new URL(request.url), caseState)
  const read = async (page: number) =>
    (await readOr404(verbs.searchPlatformCases({ ...platformQuery(filters), page, per_page: PAGE }))).data
  const columns = caseColumns(new Date().toISOString()).filter((column) => column.key !== 'waited')
  return csvResponse('reviews', [...columns, ...FILE], everyPage(PAGE, read))
}
