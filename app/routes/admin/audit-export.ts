import { auditExportColumns, auditQuery, auditState } from '../../components/admin/audit-columns.ts'
import { requireSession } from '../../lib/guard.ts'
import { csvResponse, readTableState, toCsv } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/audit-export.ts'

const PAGE = 100
const MOST = 100

/** The newest 10,000 entries the filters give. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const { filters } = readTableState(new URL(request.url), auditState)
  const rows = []
  for (let page = 1; page <= MOST; page++) {
    const found = await readOr404(verbs.searchAudit({ ...auditQuery(filters), page, per_page: PAGE }))
    rows.push(...found.data)
    if (page >= found.pages) break
  }
  return csvResponse('audit-log', toCsv(auditExportColumns, rows))
}
