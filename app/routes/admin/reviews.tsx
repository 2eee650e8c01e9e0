import { CASES_A_PAGE, CaseQueue } from '../../components/admin/case-queue.tsx'
import { caseState, platformQuery } from '../../components/admin/case-words.ts'
import { AdminFrame } from '../../components/admin/frame.tsx'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/reviews.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Reviews', description: 'What the platform decides, in the order it should be done.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const { page, filters } = readTableState(new URL(request.url), caseState)
  const found = await readOr404(verbs.searchPlatformCases({ ...platformQuery(filters), page, per_page: CASES_A_PAGE }))
  return { ...found, page, now: new Date().toISOString() }
}

export default function Reviews({ loaderData }: Route.ComponentProps) {
  return (
    <CaseQueue
      found={loaderData}
      desk={{ base: '/admin', Frame: AdminFrame }}
      lead="What the platform decides: of its users, its terms and its contracts. What organisations decide is shown without persons."
    />
  )
}
