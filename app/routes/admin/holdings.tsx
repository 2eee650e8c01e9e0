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
  pageMeta(args, { title: 'Holdings', description: 'Freezes, forced transfers and lost wallets of every organisation.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const { page, filters } = readTableState(new URL(request.url), actState)
  return readOr404(verbs.searchActRows({ page, ...(filters as object) }))
}

export default function Holdings({ loaderData }: Route.ComponentProps) {
  return (
    <AdminFrame
      title="Holdings"
      lead={`Freezes, forced transfers and lost wallets of every organisation. You are the second person where an organisation has only one. ${count(loaderData.waiting)} to be decided.`}
    >
      <ActTable
        found={loaderData}
        without="holder"
        environment="production"
        empty={{
          title: 'Nothing was frozen or moved',
          text: 'What an organisation asks for is here until it is decided, and stays as a record.',
        }}
      />
    </AdminFrame>
  )
}
