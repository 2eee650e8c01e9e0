// The furniture of every dashboard (issuer, admin, investor): layout.tsx (frame, side navigation, environment switch),
// data-table.tsx (server-side tables), stat.tsx (tiles), chart.tsx (charts with their table), limit-bar.tsx (progress against a
// limit), as-api-call.tsx (the same act as curl). Formatting is in app/lib/format.ts, the address of a table in app/lib/table-state.ts.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, Link, useLocation } from 'react-router'
import { cn } from '../../lib/cn.ts'
import { useCurrentInSight } from '../../lib/current-in-sight.ts'
import { count } from '../../lib/format.ts'
import { Breadcrumb, type Crumb } from '../../ui/breadcrumb.tsx'
import { ComponentBoundary } from '../component-error.tsx'

export interface DashboardLink {
  label: string
  /** Path, with the query that names the view if the page has several. */
  to: string
  icon: LucideIcon
  /** Shown beside the label when above zero: what waits there. */
  count?: number
  /** Also current on every page below this path. */
  below?: boolean
}

/** Whether a link of the side navigation leads to the page that is shown. A view with a link of its own is told apart from its page. */
function isCurrent(link: DashboardLink, links: DashboardLink[], location: { pathname: string; search: string }): boolean {
  const [path, query = ''] = link.to.split('?')
  if (link.below && location.pathname.startsWith(`${path}/`)) return true
  const view = (search: string) => new URLSearchParams(search).get('view')
  const shown = view(location.search)
  const own = links.some((each) => each.to === `${path}?view=${shown}`)
  return path === location.pathname.replace(/\/$/, '') && view(query) === (own ? shown : null)
}

/** What every page of a signed-in area gives its frame. */
export interface FrameProps {
  title: ReactNode
  lead?: ReactNode
  badge?: ReactNode
  action?: ReactNode
  crumbs?: Crumb[]
  children: ReactNode
}

/**
 * Frame of a signed-in area: navigation at the side that becomes a bar to swipe on the phone, breadcrumbs, title and first action.
 * Give `environment` where sandbox and production hold different data.
 */
export function DashboardLayout({
  area,
  links,
  title,
  lead,
  badge,
  action,
  crumbs,
  environment,
  notice,
  children,
}: FrameProps & {
  area: string
  links: DashboardLink[]
  environment?: 'sandbox' | 'production'
  /** Something about the person's own account that concerns every page of the area. */
  notice?: ReactNode
}) {
  const location = useLocation()
  const nav = useCurrentInSight()
  return (
    <div className="dashboard mx-auto grid w-full max-w-[96rem] items-start px-[clamp(1.125rem,3vw,2.5rem)] pb-20 lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:gap-x-10">
      <aside className="no-print min-w-0 pt-4 max-lg:-mx-[clamp(1.125rem,3vw,2.5rem)] lg:sticky lg:top-(--header-height) lg:max-h-[calc(100dvh-var(--header-height))] lg:overflow-y-auto lg:pt-14 lg:pb-8">
        <p className="eyebrow max-lg:sr-only">{area}</p>
        <nav
          ref={nav}
          aria-label={area}
          className="relative max-lg:overflow-x-auto max-lg:border-rule max-lg:border-b max-lg:px-[clamp(1.125rem,3vw,2.5rem)] lg:mt-3"
        >
          <ul className="flex lg:flex-col lg:gap-0.5">
            {links.map((link) => (
              <li key={link.to}>
                <Link
                  to={link.to}
                  prefetch="intent"
                  aria-current={isCurrent(link, links, location) ? 'page' : undefined}
                  className="flex min-h-11 items-center gap-2 whitespace-nowrap rounded-md text-[0.9688rem] text-soft hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink max-lg:rounded-none max-lg:border-transparent max-lg:border-b-2 max-lg:px-3 max-lg:aria-[current=page]:border-seal lg:min-h-10 lg:border-l-2 lg:border-transparent lg:rounded-l-none lg:pr-2 lg:pl-3 lg:hover:bg-sunk lg:aria-[current=page]:border-seal"
                >
                  <link.icon className="size-4 shrink-0" aria-hidden />
                  {link.label}
                  {link.count ? (
                    <span className="tabular rounded-full bg-seal-wash px-1.5 text-[0.8125rem] text-seal">
                      {count(link.count)}
                      <span className="sr-only"> waiting</span>
                    </span>
                  ) : null}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {environment ? <EnvironmentSwitch environment={environment} className="max-lg:hidden lg:mt-6" /> : null}
      </aside>
      <div className="min-w-0 pt-5 lg:pt-14">
        <div className="no-print flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          {crumbs ? <Breadcrumb items={crumbs} /> : <span />}
          {environment ? <EnvironmentSwitch environment={environment} className="lg:hidden" /> : null}
        </div>
        <header className={cn('flex flex-wrap items-end justify-between gap-x-8 gap-y-4', crumbs ? 'mt-3' : environment && 'max-lg:mt-3')}>
          <div className="min-w-0">
            <h1 className="title-2">{title}</h1>
            {badge ? <div className="mt-3 flex flex-wrap items-center gap-2">{badge}</div> : null}
            {lead ? <p className="mt-2 max-w-[68ch] text-soft">{lead}</p> : null}
          </div>
          {action ? <div className="no-print flex flex-wrap gap-2.5">{action}</div> : null}
        </header>
        {environment === 'production' ? (
          <p className="mt-4 border-seal border-l-2 bg-seal-wash px-3 py-2 text-[0.9375rem]">
            Production: what you do here is real and recorded for good.
          </p>
        ) : null}
        {notice ? <div className="no-print mt-5">{notice}</div> : null}
        <div className="mt-7">{children}</div>
      </div>
    </div>
  )
}

/** Sandbox or production: two worlds whose data never meet. Remembered in a cookie; works without scripts. */
function EnvironmentSwitch({ environment, className }: { environment: 'sandbox' | 'production'; className?: string }) {
  const { pathname, search } = useLocation()
  // An object of one environment does not exist in the other: its page leads back to the list.
  const list = pathname.replace(/\/[a-z]{3}_[0-9a-z]{26}.*$/, '')
  return (
    <Form method="post" action="/environment" className={className} aria-label="Environment">
      <input type="hidden" name="next" value={list === pathname ? pathname + search : list} />
      <div className="inline-flex flex-wrap rounded-md border border-rule-strong p-0.5">
        {(['sandbox', 'production'] as const).map((name) => (
          <button
            key={name}
            name="environment"
            value={name}
            type="submit"
            aria-pressed={name === environment}
            className={cn(
              'min-h-8 grow whitespace-nowrap rounded-sm px-2 text-[0.8125rem] capitalize',
              name === environment ? 'bg-ink font-semibold text-paper' : 'text-soft hover:text-ink',
            )}
          >
            {name}
          </button>
        ))}
      </div>
    </Form>
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
