import { requireSession } from '../../lib/guard.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/document.ts'

/** A document of one's own, or of an offering one was invited to, handed over as a file. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request)
  const { bytes, headers } = await readOr404(verbs.downloadDocument({ id: params.id }))
  return new Response(new Uint8Array(bytes), { headers })
}
