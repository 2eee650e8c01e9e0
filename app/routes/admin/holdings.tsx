import { AdminFrame } from '../../components/admin/frame.tsx'
import { actState } from '../../components/holdings/act-columns.ts'
import { ActTable } from '../../components/holdings/act-table.tsx'
import { count } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/holdings.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Holdings', description: 'Lost wallets of people who have nobody else to agree.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const { page, filters } = readTableState(new URL(request.url), actState)
  return readOr404(verbs.searchActRows({ page, ...(filters as object) }))
}

export default function PersonalHoldings({ loaderData }: Route.ComponentProps) {
  return (
    <AdminFrame
      title="Holdings"
      lead={`Wallets that people replace in an organisation of their own, where nobody else could agree. What organisations hold is at their own desk. ${count(loaderData.waiting)} to be decided.`}
    >
      <ActTable
        found={loaderData}
        without="holder"
        environment="production"
        empty={{
          title: 'Nothing was frozen or moved',
          text: 'What somebody asks for is here until it is decided, and stays as a record.',
        }}
      />
    </AdminFrame>
  )
}
