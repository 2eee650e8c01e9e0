import { readOr404 } from '../lib/verb-errors.ts'
import { serverContext } from '../server-context.ts'
import type { Route } from './+types/decision-receipt.ts'

/** The receipt of a decision, for whoever may see it. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const entry = new URL(request.url).searchParams.get('entry')
  const { verbs } = context.get(serverContext)!
  return Response.json(await readOr404(verbs.readDecisionReceipt({ id: params.id, ...(entry && { entry }) })), {
    headers: { 'cache-control': 'private, no-store' },
  })
}
