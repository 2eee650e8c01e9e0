import { Outlet } from 'react-router'
import { requireSession } from '../../lib/guard.ts'
import type { Route } from './+types/layout.ts'

/** Only administrators of the platform pass. */
export function loader({ context, request }: Route.LoaderArgs) {
  requireSession(context, request, ['admin'])
  return null
}

export default function AdminLayout() {
  return <Outlet />
}
