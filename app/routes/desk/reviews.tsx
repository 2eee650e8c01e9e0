import { CASES_A_PAGE, CaseQueue } from '../../components/admin/case-queue.tsx'
import { caseQuery, caseState } from '../../components/admin/case-words.ts'
import { DeskFrame } from '../../components/desk/frame.tsx'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/reviews.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Reviews', description: 'What a person has to look at, in the order it should be done.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request)
  const { page, filters } = readTableState(new URL(request.url), caseState)
  const found = await readOr404(verbs.searchCases({ ...caseQuery(filters), page, per_page: CASES_A_PAGE }))
  return { ...found, page, now: new Date().toISOString() }
}

export default function DeskReviews({ loaderData }: Route.ComponentProps) {
  return (
    <CaseQueue
      found={loaderData}
      desk={{ base: '/desk', Frame: DeskFrame }}
      lead="In the order they should be done: by kind and finding, then the stronger evidence, then the nearer deadline."
    />
  )
}
