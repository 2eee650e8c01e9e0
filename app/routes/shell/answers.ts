import { requireSession } from '../../lib/guard.ts'
import { attempt } from '../../lib/verb-errors.ts'
import type { Route } from './+types/answers.ts'

/** What is found for the words of the search field, which come in the body: an address would keep them. */
export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request)
  const q = String((await request.formData()).get('q') ?? '')
  const found = await attempt(() => verbs.findAnything({ q }))
  return found.ok ? Response.json(found.result) : Response.json([], { status: found.refusal.status })
}

export function loader({ context, request }: Route.LoaderArgs) {
  requireSession(context, request)
  return Response.json([])
}
