import { exceptionExportColumns, exceptionQuery, exceptionState } from '../../components/admin/exception-columns.ts'
import { requireSession } from '../../lib/guard.ts'
import { csvResponse, everyPage, readTableState, toCsv } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/exceptions-export.ts'

/** The exceptions the filters give, in the order of the page. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const { filters } = readTableState(new URL(request.url), exceptionState)
  const rows = await everyPage({ perPage: 1_000, mostPages: 50 }, (page) =>
    readOr404(verbs.searchExceptions({ ...exceptionQuery(filters), ...page })),
  )
  return csvResponse('exceptions', toCsv(exceptionExportColumns, rows))
}
