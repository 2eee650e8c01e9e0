import { lotState, taxLotColumns } from '../../components/investor/holding-columns.ts'
import { requireSession } from '../../lib/guard.ts'
import { csvResponse, everyPage, readTableState } from '../../lib/table-state.ts'
import type { Route } from './+types/tax-lots.ts'

const PAGE = 5_000

/** Every lot ever held, open and closed, for the tax return: columns and order as in its view. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request)
  const { sort } = readTableState(new URL(request.url), lotState)
  const read = async (page: number) => (await verbs.listOwnHoldings({ page, page_size: PAGE, sort, closed: true })).data
  return csvResponse(`sealwright-tax-lots-${new Date().toISOString().slice(0, 10)}`, taxLotColumns, everyPage(PAGE, read))
}
