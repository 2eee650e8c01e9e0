import { Outlet } from 'react-router'
import { requireSession } from '../../lib/guard.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/layout.ts'

/** What waits for the people of the organisation, for the side navigation; whoever may not read its cases is told who may. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs, environment } = requireSession(context, request)
  return { waiting: await readOr404(verbs.deskWaiting()), environment }
}

export default function DeskLayout() {
  return <Outlet />
}
