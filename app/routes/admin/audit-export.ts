import { auditExportColumns, auditQuery, auditState } from '../../components/admin/audit-columns.ts'
import { requireSession } from '../../lib/guard.ts'
import { csvResponse, everyPage, readTableState, toCsv } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/audit-export.ts'

/** The newest 10,000 entries the filters give. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const { filters } = readTableState(new URL(request.url), auditState)
  const rows = await everyPage({ perPage: 100, mostPages: 100 }, (page) =>
    readOr404(verbs.searchAudit({ ...auditQuery(filters), ...page })),
  )
  return csvResponse('audit-log', toCsv(auditExportColumns, rows))
}
