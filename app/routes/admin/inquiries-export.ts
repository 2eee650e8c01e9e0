import { inquiryExportColumns, inquiryQuery, inquiryState } from '../../components/admin/inquiry-columns.ts'
import { requireSession } from '../../lib/guard.ts'
import { csvResponse, readTableState, toCsv } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/inquiries-export.ts'

const PAGE = 1_000
const MOST = 100

/** The inquiries the filters give, all pages of them. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const { sort, filters } = readTableState(new URL(request.url), inquiryState)
  const rows = []
  for (let page = 1; page <= MOST; page++) {
    const { data } = await readOr404(verbs.listInquiries({ ...inquiryQuery(sort, filters), page, per_page: PAGE }))
    rows.push(...data)
    if (data.length < PAGE) break
  }
  return csvResponse('inquiries', toCsv(inquiryExportColumns, rows))
}
