import { requireSession } from '../../lib/guard.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/mint.ts'

/** One issuance with what there is to sign: on Solana built now, because it lives about a minute. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const { unsigned_transaction, unsigned_reason } = await readOr404(verbs.getIssuance({ id: params.id }))
  return Response.json({ unsigned_transaction, unsigned_reason }, { headers: { 'cache-control': 'no-store' } })
}
