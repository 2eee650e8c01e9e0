import { Outlet } from 'react-router'
import { requireSession } from '../../lib/guard.ts'
import type { Route } from './+types/layout.ts'

/** Only issuers pass; says which environment they look at and what waits. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs, environment } = requireSession(context, request, ['issuer'])
  return { ...(await verbs.issuerQueues()), environment }
}

export default function IssuerLayout() {
  return <Outlet />
}
