// The furniture of every dashboard (issuer, admin, investor): layout.tsx (the head of a page, views, panels),
// data-table.tsx (server-side tables), stat.tsx (tiles), chart.tsx (charts with their table), limit-bar.tsx (progress against a
// limit), as-api-call.tsx (the same act as curl). Formatting is in app/lib/format.ts, the address of a table in app/lib/table-state.ts.
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { cn } from '../../lib/cn.ts'
import { useCurrentInSight } from '../../lib/current-in-sight.ts'
import { count } from '../../lib/format.ts'
import { Breadcrumb, type Crumb } from '../../ui/breadcrumb.tsx'
import { ComponentBoundary } from '../component-error.tsx'

/** What every page of a signed-in area gives its frame. */
export interface FrameProps {
  title: ReactNode
  lead?: ReactNode
  badge?: ReactNode
  action?: ReactNode
  crumbs?: Crumb[]
  children: ReactNode
}

/** The head of a signed-in page, breadcrumbs, title and first action, and the page below it. Give `environment` where sandbox and production differ. */
export function DashboardLayout({
  title,
  lead,
  badge,
  action,
  crumbs,
  environment,
  notice,
  children,
}: FrameProps & {
  environment?: 'sandbox' | 'production'
  /** Something about the person's own account that concerns every page of the area. */
  notice?: ReactNode
}) {
  return (
    <div className="dashboard mx-auto w-full min-w-0 max-w-[88rem] px-[clamp(1.125rem,3vw,2.5rem)] pt-6 pb-16">
      {crumbs ? <Breadcrumb items={crumbs} className="no-print" /> : null}
      <header className={cn('flex flex-wrap items-end justify-between gap-x-8 gap-y-4', crumbs && 'mt-2')}>
        <div className="min-w-0">
          <h1 className="title-2">{title}</h1>
          {badge ? <div className="mt-3 flex flex-wrap items-center gap-2">{badge}</div> : null}
          {lead ? <p className="mt-1.5 max-w-[72ch] text-soft">{lead}</p> : null}
        </div>
        {action ? <div className="no-print flex flex-wrap gap-2.5">{action}</div> : null}
      </header>
      {environment === 'production' ? (
        <p className="mt-4 border-seal border-l-2 bg-seal-wash px-3 py-2 text-[0.9375rem]">
          Production: what you do here is real and recorded for good.
        </p>
      ) : null}
      {notice ? <div className="no-print mt-5">{notice}</div> : null}
      <div className="mt-6">{children}</div>
    </div>
  )
}

/** Views of one page as tabs that are links: the chosen one is in the address. */
export function ViewTabs({ views, label }: { views: { key: string; label: string; count?: number }[]; label: string }) {
  const { search, pathname } = useLocation()
  const current = new URLSearchParams(search).get('view') ?? views[0]!.key
  const nav = useCurrentInSight()
  return (
    <nav ref={nav} aria-label={label} className="no-print relative overflow-x-auto border-rule border-b">
      <ul className="flex gap-1">
        {views.map((view, index) => (
          <li key={view.key}>
            <Link
              to={index === 0 ? pathname : `${pathname}?view=${view.key}`}
              preventScrollReset
              prefetch="intent"
              aria-current={view.key === current ? 'page' : undefined}
              className="-mb-px flex min-h-11 items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 px-3 font-semibold text-[0.9375rem] text-soft hover:text-ink aria-[current=page]:border-seal aria-[current=page]:text-ink"
            >
              {view.label}
              {view.count ? <span className="tabular font-normal text-soft">{count(view.count)}</span> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A titled part of a dashboard page. When it breaks, the rest of the page goes on. */
export function Panel({
  title,
  note,
  action,
  children,
  className,
}: {
  title: string
  note?: ReactNode
  action?: ReactNode
  children: ReactNode
  className?: string
}) {
  const id = `panel-${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
  return (
    <section aria-labelledby={id} className={cn('min-w-0', className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="title-3">
          {title}
        </h2>
        {action}
      </div>
      {note ? <p className="mt-1 max-w-[68ch] text-[0.9375rem] text-soft">{note}</p> : null}
      <div className="mt-3">
        <ComponentBoundary>{children}</ComponentBoundary>
      </div>
    </section>
  )
}
