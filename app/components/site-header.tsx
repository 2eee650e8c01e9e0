import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, NavLink } from 'react-router'
import { cn } from '../lib/cn.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { headerLinks, marketLinks } from '../lib/nav.ts'
import { useSession } from '../lib/session.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Disclosure } from './disclosure.tsx'
import { Late } from './late.tsx'
import { Logo } from './logo.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { Search } from './search/search.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

// Only signed-in people need it.
const UserMenu = lazyPart(() => import('./user-menu.tsx').then((module) => ({ default: module.UserMenu })))

const NotificationBell = lazyPart(() => import('./notification-bell.tsx').then((module) => ({ default: module.NotificationBell })))

const compactAfter = 50

/** True once the page was scrolled past the threshold. */
function useScrolledPast(limit: number) {
  const [past, setPast] = useState(false)
  useEffect(() => {
    const measure = () => setPast(window.scrollY > limit)
    measure()
    window.addEventListener('scroll', measure, { passive: true })
    return () => window.removeEventListener('scroll', measure)
  }, [limit])
  return past
}

const link =
  'inline-flex h-10 items-center gap-1 rounded-md px-3 text-[0.9875rem] transition-colors hover:bg-sunk aria-[current=page]:text-seal'

export function SiteHeader() {
  const compact = useScrolledPast(compactAfter)
  const { user } = useSession()
  return (
    <header
      data-compact={compact || undefined}
      className="site-header fixed inset-x-0 top-0 z-40 border-b border-transparent transition-[background-color,border-color] duration-200 ease-house data-compact:border-rule data-compact:bg-paper has-[.mobile-menu[open]]:bg-paper"
    >
      <div
        className={cn(
          'shell flex items-center gap-2 transition-[height] duration-200 ease-house',
          compact ? 'h-14' : 'h-(--header-height)',
        )}
        style={compact ? ({ '--header-height': '56px' } as React.CSSProperties) : undefined}
      >
        <Logo className="mr-auto lg:mr-6" />
        <nav aria-label="Main" className="hidden flex-1 items-center gap-0.5 lg:flex">
          <Disclosure
            className="relative"
            summaryClassName={link}
            summary={
              <>
                Solutions
                <ChevronDown className="size-3.5 text-soft transition-transform duration-150 group-open:rotate-180" aria-hidden />
              </>
            }
            panelClassName="absolute top-full left-0 mt-2 w-88 rounded-md border border-rule bg-raised p-1.5 shadow-lift"
          >
            <ul>
              {marketLinks.map((market) => (
                <li key={market.to}>
                  <Link to={market.to} prefetch="intent" className="block rounded-sm px-3 py-2 leading-snug hover:bg-sunk">
                    <span className="font-semibold">{market.label}</span>
                    <span className="block text-[0.9375rem] text-soft">{market.note}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </Disclosure>
          {headerLinks.map((item) => (
            <NavLink key={item.to} to={item.to} prefetch="intent" className={link}>
              {item.label}
            </NavLink>
          ))}
        </nav>
        <Search />
        <ThemeToggle />
        {user ? (
          <Late fallback={<Skeleton className="size-10 rounded-full" />}>
            <NotificationBell />
          </Late>
        ) : null}
        <div className="hidden items-center gap-1.5 lg:flex">
          {user ? (
            <>
              <ButtonLink to="/developer" variant="outline" size="sm">
                Developer Portal
              </ButtonLink>
              <Late fallback={<Skeleton className="size-9 rounded-full" />}>
                <UserMenu user={user} />
              </Late>
            </>
          ) : (
            <>
              <div className="session-placeholder flex items-center gap-3" role="status" aria-label="Loading...">
                <Skeleton className="h-9 w-36" />
                <Skeleton className="size-9 rounded-full" />
              </div>
              <div className="signed-out-only flex items-center gap-1.5">
                <Link to="/login" className={link}>
                  Login
                </Link>
                <ButtonLink to="/contact" variant="outline" size="sm">
                  Contact
                </ButtonLink>
                <ButtonLink to="/contact" size="sm">
                  Get API Key
                </ButtonLink>
              </div>
            </>
          )}
        </div>
        <MobileMenu />
      </div>
    </header>
  )
}
