import { redirectDocument } from 'react-router'
import { requireSession } from '../../lib/guard.ts'
import type { Route } from './+types/stop-looking.ts'

/** An administrator who looks at an organisation's data goes back to their own pages. */
export async function action({ context, request }: Route.ActionArgs) {
  await requireSession(context, request).verbs.stopLooking()
  return redirectDocument('/admin/support')
}

export function loader({ context, request }: Route.LoaderArgs) {
  requireSession(context, request)
  return redirectDocument('/dashboard')
}
