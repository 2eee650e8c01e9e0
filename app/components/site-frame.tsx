import type { ReactNode } from 'react'
import { HelpButton } from './help-button.tsx'
import { ScrollProgress } from './scroll-progress.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { SkipLink } from './skip-link.tsx'
import { SupportBanner } from './support-banner.tsx'

/** Header, footer and what floats: the frame of every public page. */
export function SiteFrame({ children }: { children: ReactNode }) {
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
