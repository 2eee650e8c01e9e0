import { type ReactNode, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Failure } from '../components/failure.tsx'
import { HelpButton } from '../components/help-button.tsx'
import { ScrollProgress } from '../components/scroll-progress.tsx'
import { SiteFooter } from '../components/site-footer.tsx'
import { SiteHeader } from '../components/site-header.tsx'
import { SkipLink } from '../components/skip-link.tsx'
import { SupportBanner } from '../components/support-banner.tsx'
import type { Route } from './+types/site-layout.ts'

/** Header, footer and what floats: the frame of every public page. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <ScrollProgress />
      <SiteHeader />
      <main id="main" tabIndex={-1} className="min-h-[60dvh] pt-(--header-height) outline-none">
        <SupportBanner />
        {children}
      </main>
      <SiteFooter />
      <HelpButton />
    </>
  )
}

export default function SiteLayout() {
  const { pathname } = useLocation()
  // The page that was served is shown as it is; only those reached from it fade in.
  const served = useRef(pathname)
  const moved = served.current !== pathname
  if (moved) served.current = ''
  return (
    <Frame>
      <div key={pathname} className={moved ? 'page-enter' : undefined}>
        <Outlet />
      </div>
    </Frame>
  )
}

/** What a page threw is said inside the frame, so that every other page stays within reach. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { key } = useLocation()
  return (
    <Frame key={key}>
      <Failure error={error} framed />
    </Frame>
  )
}
