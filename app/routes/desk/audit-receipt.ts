import { requireSession } from '../../lib/guard.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/audit-receipt.ts'

/** Proof that an entry of the organisation stands in the log, as a file. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const receipt = await readOr404(requireSession(context, request).verbs.ownAuditReceipt({ id: params.id }))
  return Response.json(receipt, { headers: { 'content-disposition': `attachment; filename="${params.id}.receipt.json"` } })
}
