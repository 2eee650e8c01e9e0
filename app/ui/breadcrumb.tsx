import { Link, useLocation } from 'react-router'
import { cn } from '../lib/cn.ts'

export interface Crumb {
  label: string
  path?: string
}

const written: Record<string, string> = { api: 'API', nfts: 'NFTs', defi: 'DeFi' }

/** Built from the URL path (Home first, segments split on hyphens and capitalised) unless items are given. */
export function crumbsOf(pathname: string): Crumb[] {
  const segments = pathname.split('/').filter(Boolean)
  return [
    { label: 'Home', path: '/' },
    ...segments.map((segment, index) => ({
      label: decodeURIComponent(segment)
        .split('-')
        .map((word) => written[word] ?? word.charAt(0).toUpperCase() + word.slice(1))
        .join(' '),
      path: `/${segments.slice(0, index + 1).join('/')}`,
    })),
  ]
}

export function Breadcrumb({ items, className }: { items?: Crumb[]; className?: string }) {
  const { pathname } = useLocation()
  const crumbs = items ?? crumbsOf(pathname)
  return (
    <nav aria-label="Breadcrumb" className={cn('min-w-0', className)}>
      <ol className="flex flex-wrap items-center gap-x-2 text-[0.9375rem] text-soft">
        {crumbs.map((crumb, index) => {
          const last = index === crumbs.length - 1
          return (
            <li key={crumb.label} className="flex min-w-0 max-w-full items-center gap-2">
              {index > 0 ? <span aria-hidden>/</span> : null}
              {last || !crumb.path ? (
                <span aria-current={last ? 'page' : undefined} className={last ? 'min-w-0 text-ink [overflow-wrap:anywhere]' : undefined}>
                  {crumb.label}
                </span>
              ) : (
                <Link to={crumb.path} className="inline-flex min-h-6 items-center hover:text-ink hover:underline">
                  {crumb.label}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
