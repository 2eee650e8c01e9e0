import { caseFile, caseState, platformQuery } from '../../components/admin/case-words.ts'
import { requireSession } from '../../lib/guard.ts'
import { readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/reviews-export.ts'

/** The cases the filters give, in the order of the queue. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const { filters } = readTableState(new URL(request.url), caseState)
  return caseFile(async (page) => (await readOr404(verbs.searchPlatformCases({ ...platformQuery(filters), ...page }))).data)
}
