import { Outlet, useRouteLoaderData } from 'react-router'
import { Failure } from '../../components/failure.tsx'
import { SiteFrame } from '../../components/site-frame.tsx'
import { requireSession } from '../../lib/guard.ts'
import { AppFrame } from '../../shell/frame.tsx'
import { frameData } from '../../shell/frame-data.ts'
import type { Route } from './+types/layout.ts'

/** The frame of every page for people who are signed in. */
export async function loader({ context, request }: Route.LoaderArgs) {
  return frameData(requireSession(context, request))
}

export default function ShellLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AppFrame data={loaderData}>
      <Outlet />
    </AppFrame>
  )
}

/** What a page threw is said inside the frame, so that every other page stays within reach. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const data = useRouteLoaderData<typeof loader>('routes/shell/layout')
  const failure = <Failure error={error} framed />
  return data ? <AppFrame data={data}>{failure}</AppFrame> : <SiteFrame>{failure}</SiteFrame>
}
