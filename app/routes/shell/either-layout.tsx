import { Outlet, useRouteLoaderData } from 'react-router'
import { Failure } from '../../components/failure.tsx'
import { SiteFrame } from '../../components/site-frame.tsx'
import { serverContext } from '../../server-context.ts'
import { AppFrame } from '../../shell/frame.tsx'
import { frameData } from '../../shell/frame-data.ts'
import type { Route } from './+types/either-layout.ts'

/** The frame of a page that strangers may see as well: theirs is the public site's. */
export async function loader({ context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  return server?.session ? frameData({ ...server, session: server.session }) : null
}

function Frame({ children }: { children: React.ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('routes/shell/either-layout')
  return data ? <AppFrame data={data}>{children}</AppFrame> : <SiteFrame>{children}</SiteFrame>
}

export default function EitherLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <Failure error={error} framed />
    </Frame>
  )
}
