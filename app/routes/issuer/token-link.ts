import { redirect } from 'react-router'
import { requireSession } from '../../lib/guard.ts'
import type { Route } from './+types/token-link.ts'

/** Whoever opens the address itself is led to its page. */
export function loader({ context, request, params }: Route.LoaderArgs) {
  requireSession(context, request, ['issuer'])
  return redirect(`/issuer/offerings/${params.id}?view=issuances`)
}

/**
 * The two steps in which a wallet proves a token's contract: the message to sign for an address, and what was signed. And what stops
 * a token or lets it go on, which answers the transaction that does the same on the contract.
 */
export async function action({ context, request, params }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const body = (await request.json().catch(() => ({}))) as Record<'address' | 'message' | 'signature' | 'act', unknown>
  try {
    if (body.act !== undefined) {
      const { act, ...why } = body
      return Response.json(await (act === 'pause' ? verbs.pauseToken : verbs.resumeToken)({ id: params.id, ...why }))
    }
    if (body.signature !== undefined) {
      await verbs.linkToken({ id: params.id, message: body.message, signature: body.signature })
      return Response.json({ success: true })
    }
    const { offering } = await verbs.readOfferingFigures({ id: params.id, part: 'head' })
    const { message } = await verbs.challengeTokenLink({
      id: params.id,
      token_address: offering.token_address ?? '',
      wallet_address: body.address,
    })
    return Response.json({ message })
  } catch (error) {
    // Also what a chain refuses for the moment is said beside the form.
    const { name, status, code, message } = error as Error & { status?: number; code?: string }
    if (name !== 'AppError' || !status) throw error
    return Response.json({ code, detail: message }, { status })
  }
}
