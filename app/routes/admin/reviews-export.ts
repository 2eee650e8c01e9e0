import { caseColumns, caseQuery, caseState } from '../../components/admin/case-words.ts'
import { requireSession } from '../../lib/guard.ts'
import { csvResponse, everyPage, readTableState, toCsv } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/reviews-export.ts'

/** The cases the filters give, in the order of the queue. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const { filters } = readTableState(new URL(request.url), caseState)
  const rows = await everyPage({ perPage: 1_000, mostPages: 50 }, (page) => readOr404(verbs.listCases({ ...caseQuery(filters), ...page })))
  const columns = caseColumns(new Date().toISOString())
  return csvResponse('reviews', toCsv([...columns, { key: 'id', label: 'Id', text: (row) => row.id }], rows))
}
