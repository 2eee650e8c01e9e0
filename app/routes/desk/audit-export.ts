import { auditExportColumns, auditQuery, auditState } from '../../components/admin/audit-columns.ts'
import { requireSession } from '../../lib/guard.ts'
import { csvResponse, everyPage, readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/audit-export.ts'

const PAGE = 100

/** Every entry of the organisation that the filters give. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request)
  const { filters } = readTableState(new URL(request.url), auditState)
  const read = async (page: number) => (await readOr404(verbs.searchOwnAudit({ ...auditQuery(filters), page, per_page: PAGE }))).data
  return csvResponse('audit-log', auditExportColumns, everyPage(PAGE, read))
}
