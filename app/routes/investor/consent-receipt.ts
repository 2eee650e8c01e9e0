import { requireSession } from '../../lib/guard.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/consent-receipt.ts'

/** The receipt of one's consent to an organisation, as a file to keep. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request)
  const receipt = await readOr404(verbs.readConsentReceipt({ id: params.id }))
  const name = receipt.relying_party.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return new Response(`${JSON.stringify(receipt, null, 2)}\n`, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="consent-${name}.json"`,
      'cache-control': 'private, no-store',
    },
  })
}
