import { useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Failure } from '../components/failure.tsx'
import { SiteFrame } from '../components/site-frame.tsx'
import type { Route } from './+types/site-layout.ts'

export default function SiteLayout() {
  const { pathname } = useLocation()
  // The page that was served is shown as it is; only those reached from it fade in.
  const served = useRef(pathname)
  const moved = served.current !== pathname
  if (moved) served.current = ''
  return (
    <SiteFrame>
      <div key={pathname} className={moved ? 'page-enter' : undefined}>
        <Outlet />
      </div>
    </SiteFrame>
  )
}

/** What a page threw is said inside the frame, so that every other page stays within reach. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { key } = useLocation()
  return (
    <SiteFrame key={key}>
      <Failure error={error} framed />
    </SiteFrame>
  )
}
