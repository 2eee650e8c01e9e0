import { callableDetail } from '../../lib/playground.ts'
import { serverContext } from '../../server-context.ts'
import type { Route } from './+types/operation-detail.ts'

/** The schema and the examples of one operation, for the playground. */
export function loader({ context, params }: Route.LoaderArgs) {
  const detail = callableDetail(context.get(serverContext)!.openApi(), params.id)
  if (!detail) throw new Response(null, { status: 404 })
  return Response.json(detail, { headers: { 'cache-control': 'public, max-age=300' } })
}
