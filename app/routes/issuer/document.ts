import { requireSession } from '../../lib/guard.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/document.ts'

/** A document of an offering, opened for the issuer alone and handed over as a file. Each reading is logged. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const { bytes, headers } = await readOr404(verbs.downloadDocument({ id: params.id }))
  return new Response(new Uint8Array(bytes), { headers })
}
