import { decisionFile } from '../components/decision/file.server.ts'
import { readOr404 } from '../lib/verb-errors.ts'
import { serverContext } from '../server-context.ts'
import type { Route } from './+types/decision-file.ts'

/** A decision as one file that proves itself without a network, for whoever may see it. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const entry = new URL(request.url).searchParams.get('entry')
  const { verbs } = context.get(serverContext)!
  const answer = await readOr404(verbs.readDecisionReceipt({ id: params.id, ...(entry && { entry }) }))
  return new Response(decisionFile(answer), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': `attachment; filename="${params.id}.html"`,
      'cache-control': 'private, no-store',
    },
  })
}
