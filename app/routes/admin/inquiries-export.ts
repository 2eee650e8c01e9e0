import { inquiryExportColumns, inquiryQuery, inquiryState } from '../../components/admin/inquiry-columns.ts'
import { requireSession } from '../../lib/guard.ts'
import { csvResponse, everyPage, readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/inquiries-export.ts'

const PAGE = 1_000

/** The inquiries the filters give, all pages of them. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const { sort, filters } = readTableState(new URL(request.url), inquiryState)
  const read = async (page: number) => (await readOr404(verbs.listInquiries({ ...inquiryQuery(sort, filters), page, per_page: PAGE }))).data
  return csvResponse('inquiries', inquiryExportColumns, everyPage(PAGE, read))
}
