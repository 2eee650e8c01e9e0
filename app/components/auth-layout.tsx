import type { ReactNode } from 'react'
import { cn } from '../lib/cn.ts'
import { useHealth } from '../lib/health.ts'
import { Alert } from '../ui/alert.tsx'
import { Logo, SealMark } from './logo.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

/** The frame of every account screen: title, subtitle, one alert for error or success, the form, a footer. */
export function AuthLayout({
  title,
  subtitle,
  error,
  success,
  footer,
  children,
  wide,
  needsScripts,
}: {
  title: string
  subtitle?: ReactNode
  error?: string | null
  success?: string | null
  footer?: ReactNode
  children?: ReactNode
  wide?: boolean
  /** Says so where a browser without scripts can do nothing. */
  needsScripts?: boolean
}) {
  const auth = useHealth('auth')
  return (
    <div className="relative isolate grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] overflow-hidden">
      {/* Not on phones: behind a form that fills the window it would be the largest thing to wait for. */}
      <SealMark fine className="-right-56 -bottom-56 -z-10 absolute size-[42rem] opacity-[0.1] max-sm:hidden" />
      <header className="shell flex items-center justify-between py-4">
        <Logo />
        <ThemeToggle />
      </header>
      <main id="main" className="shell grid grid-cols-[minmax(0,1fr)] content-start justify-items-center py-8 sm:content-center sm:py-12">
        <div className={cn('w-full rounded-md border border-rule bg-raised p-6 sm:p-9', wide ? 'max-w-3xl' : 'max-w-md')}>
          <h1 tabIndex={-1} className="title-2 outline-none">
            {title}
          </h1>
          {subtitle ? <p className="mt-2 text-soft">{subtitle}</p> : null}
          {error || auth.state === 'failed' ? (
            <Alert tone="error" className="mt-5">
              {error || (auth.state === 'failed' && auth.message)}
            </Alert>
          ) : null}
          {success ? (
            <Alert tone="success" className="mt-5">
              {success}
            </Alert>
          ) : null}
          {needsScripts ? (
            <noscript>
              <p className="mt-5 text-madder">This form needs JavaScript. Please allow it for this site, or update your browser.</p>
            </noscript>
          ) : null}
          {children ? <div className="mt-6">{children}</div> : null}
          {footer ? <div className="mt-6 border-rule border-t pt-5 text-[0.9688rem] text-soft">{footer}</div> : null}
        </div>
      </main>
    </div>
  )
}
