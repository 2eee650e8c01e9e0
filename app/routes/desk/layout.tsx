import { Outlet } from 'react-router'
import { requireSession } from '../../lib/guard.ts'
import type { Route } from './+types/layout.ts'

/** Says which environment the people of the organisation look at; each page asks for what it needs. */
export function loader({ context, request }: Route.LoaderArgs) {
  return { environment: requireSession(context, request).environment }
}

export default function DeskLayout() {
  return <Outlet />
}
