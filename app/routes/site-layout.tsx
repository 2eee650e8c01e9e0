import { useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { HelpButton } from '../components/help-button.tsx'
import { RouteAnnouncer } from '../components/route-announcer.tsx'
import { ScrollProgress } from '../components/scroll-progress.tsx'
import { SiteFooter } from '../components/site-footer.tsx'
import { SiteHeader } from '../components/site-header.tsx'
import { SkipLink } from '../components/skip-link.tsx'

/** Header, footer and what floats: the frame of every public page. */
export default function SiteLayout() {
  const { pathname } = useLocation()
  // The page that was served is shown as it is; only those reached from it fade in.
  const served = useRef(pathname)
  const moved = served.current !== pathname
  if (moved) served.current = ''
  return (
    <>
      <SkipLink />
      <ScrollProgress />
      <SiteHeader />
      <main id="main" tabIndex={-1} className="min-h-[60dvh] pt-(--header-height) outline-none">
        <div key={pathname} className={moved ? 'page-enter' : undefined}>
          <Outlet />
        </div>
      </main>
      <SiteFooter />
      <HelpButton />
      <RouteAnnouncer />
    </>
  )
}
