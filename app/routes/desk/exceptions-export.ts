import { exceptionExportColumns, exceptionQuery, exceptionState } from '../../components/admin/exception-columns.ts'
import { requireSession } from '../../lib/guard.ts'
import { csvResponse, everyPage, readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/exceptions-export.ts'

const PAGE = 1_000

/** The exceptions the filters give, in the order of the page. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request)
  const { filters } = readTableState(new URL(request.url), exceptionState)
  const read = async (page: number) => (await readOr404(verbs.searchExceptions({ ...exceptionQuery(filters), page, per_page: PAGE }))).data
  return csvResponse('exceptions', exceptionExportColumns, everyPage(PAGE, read))
}
