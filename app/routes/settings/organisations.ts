import { requireSession } from '../../lib/guard.ts'
import type { Route } from './+types/organisations.ts'

/** The organisations of who is signed in, for the account menu. */
export async function loader({ context, request }: Route.LoaderArgs) {
  return requireSession(context, request).verbs.listOwnOrganizations()
}
