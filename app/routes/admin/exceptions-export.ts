import { exceptionExportColumns, exceptionQuery, exceptionState } from '../../components/admin/exception-columns.ts'
import { requireSession } from '../../lib/guard.ts'
import { csvResponse, readTableState, toCsv } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/exceptions-export.ts'

const PAGE = 1_000
const MOST = 50

/** The exceptions the filters give, in the order of the page. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const { filters } = readTableState(new URL(request.url), exceptionState)
  const rows = []
  for (let page = 1; page <= MOST; page++) {
    const { data } = await readOr404(verbs.searchExceptions({ ...exceptionQuery(filters), page, per_page: PAGE }))
    rows.push(...data)
    if (data.length < PAGE) break
  }
  return csvResponse('exceptions', toCsv(exceptionExportColumns, rows))
}
