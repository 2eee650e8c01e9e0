import { lotState, taxLotColumns } from '../../components/investor/holding-columns.ts'
import { requireSession } from '../../lib/guard.ts'
import { csvResponse, readTableState, toCsv } from '../../lib/table-state.ts'
import type { Route } from './+types/tax-lots.ts'

const most = 20_000

/** Every lot ever held, open and closed, for the tax return: columns and order as in its view. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request)
  const { sort } = readTableState(new URL(request.url), lotState)
  const { data } = await verbs.listOwnHoldings({ page: 1, page_size: most, sort, closed: true })
  return csvResponse(`sealwright-tax-lots-${new Date().toISOString().slice(0, 10)}`, toCsv(taxLotColumns, data))
}
