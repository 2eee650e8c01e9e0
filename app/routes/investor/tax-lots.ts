import { taxLotColumns } from '../../components/investor/holding-columns.ts'
import { requireSession } from '../../lib/guard.ts'
import { csvResponse, toCsv } from '../../lib/table-state.ts'
import type { Route } from './+types/tax-lots.ts'

const most = 20_000

/** Every lot ever held, open and closed, for the tax return. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request)
  const { data } = await verbs.listOwnHoldings({ page: 1, page_size: most, sort: 'acquired_at', closed: true })
  return csvResponse(`sealwright-tax-lots-${new Date().toISOString().slice(0, 10)}`, toCsv(taxLotColumns, data))
}
