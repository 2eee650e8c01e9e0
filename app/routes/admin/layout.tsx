import { Outlet } from 'react-router'
import { requireSession } from '../../lib/guard.ts'
import type { Route } from './+types/layout.ts'

/** What waits, for the side navigation of every admin page, and whether the person still has to protect the account. */
export async function loader({ context, request }: Route.LoaderArgs) {
  return requireSession(context, request, ['admin']).verbs.adminWaiting()
}

export default function AdminLayout() {
  return <Outlet />
}
