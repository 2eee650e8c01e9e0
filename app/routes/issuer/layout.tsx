import { Outlet } from 'react-router'
import { requireSession } from '../../lib/guard.ts'
import type { Route } from './+types/layout.ts'

/** Only issuers pass; says which environment they look at. */
export function loader({ context, request }: Route.LoaderArgs) {
  return { environment: requireSession(context, request, ['issuer']).environment }
}

export default function IssuerLayout() {
  return <Outlet />
}
