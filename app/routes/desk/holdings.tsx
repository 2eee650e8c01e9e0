import { DeskFrame } from '../../components/desk/frame.tsx'
import { actState } from '../../components/holdings/act-columns.ts'
import { ActTable } from '../../components/holdings/act-table.tsx'
import { count } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/holdings.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Holdings', description: 'Freezes, forced transfers and lost wallets of your holders.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs, environment } = requireSession(context, request)
  const { page, filters } = readTableState(new URL(request.url), actState)
  return { ...(await readOr404(verbs.listActRows({ page, ...(filters as object) }))), environment }
}

export default function DeskHoldings({ loaderData }: Route.ComponentProps) {
  return (
    <DeskFrame
      title="Holdings"
      lead={`Freezes, forced transfers and lost wallets. Letting go takes two people: whoever asked for it does not approve it. ${count(loaderData.waiting)} to be decided.`}
    >
      <ActTable
        found={loaderData}
        without="organization"
        environment={loaderData.environment}
        empty={{ title: 'Nothing was frozen or moved', text: 'What is asked for on the page of an offering is here until it is decided.' }}
      />
    </DeskFrame>
  )
}
