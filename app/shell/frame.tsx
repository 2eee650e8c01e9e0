import { ChevronsUpDown, CircleHelp, Menu, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Disclosure } from '../components/disclosure.tsx'
import { HelpWords } from '../components/help-button.tsx'
import { Late } from '../components/late.tsx'
import { SealMark } from '../components/logo.tsx'
import { SkipLink } from '../components/skip-link.tsx'
import { SupportBanner } from '../components/support-banner.tsx'
import { ThemeToggle } from '../components/theme-toggle.tsx'
import { UserMenu } from '../components/user-menu.tsx'
import { cn } from '../lib/cn.ts'
import { count } from '../lib/format.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { useSession } from '../lib/session.tsx'
import { ShownForm } from '../ui/shown-form.tsx'
import { EnvironmentSwitch } from './environment-switch.tsx'
import { Finder } from './finder.tsx'
import type { FrameData } from './frame-data.ts'
import { dueAt, environmentAt, INBOX, isHere, type Place, placed, placesOf } from './navigation.ts'

const NotificationBell = lazyPart(() =>
  import('../components/notification-bell.tsx').then((module) => ({ default: module.NotificationBell })),
)

/** The frame of signed-in pages: where one works, where one can go, what is due, and the page itself. */
export function AppFrame({ data, children }: { data: FrameData; children: ReactNode }) {
  const { pathname } = useLocation()
  // A changed name shows at once, before the frame is read anew.
  const user = useSession().user ?? data.user
  return (
    <div className="app-shell lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
      <SkipLink />
      <aside aria-label="Workspace" className="no-print sticky top-0 flex h-dvh flex-col border-rule border-r bg-sunk max-lg:hidden">
        <div className="px-3 pt-3">
          <Organisation data={data} />
        </div>
        <Places data={data} className="min-h-0 flex-1 overflow-y-auto px-3 pt-3 pb-6" />
        <Help className="border-rule border-t px-3 py-2" />
      </aside>
      <div className="flex min-h-dvh min-w-0 flex-col">
        <header className="app-bar no-print sticky top-0 z-30 border-rule border-b bg-paper">
          <div className="flex h-(--header-height) items-center gap-1 px-[clamp(0.5rem,2vw,2rem)]">
            <Sheet data={data} />
            <Finder data={data} />
            <EnvironmentSwitch chosen={data.environment} className="mr-1 max-sm:hidden" />
            <ThemeToggle className="grid max-sm:hidden" />
            <Late fallback={<span className="size-10" />}>
              <NotificationBell unreadAtFirst={data.unread} />
            </Late>
            <UserMenu user={user} dashboard={data.landing} />
          </div>
        </header>
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          <SupportBanner />
          <div key={pathname}>{children}</div>
        </main>
        <footer className="no-print border-rule border-t px-[clamp(1.125rem,3vw,2.5rem)] py-4 text-[0.875rem] text-soft">
          <ul className="flex flex-wrap gap-x-5 gap-y-1">
            {FOOT.map(([label, to]) => (
              <li key={to}>
                <Link to={to} className="inline-flex min-h-6 items-center hover:text-ink hover:underline">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </footer>
      </div>
    </div>
  )
}

const FOOT = [
  ['Documentation', '/documentation'],
  ['API status', '/api-status'],
  ['Terms', '/terms'],
  ['Privacy', '/privacy'],
  ['Public site', '/'],
] as const

/** Where one works: the organisation and what one is there, and the others one belongs to. */
function Organisation({ data: { organisation, organizations, user } }: { data: FrameData }) {
  const name = organisation?.name ?? `${user.firstName} ${user.lastName}`
  const here = organizations.find((one) => one.active)
  const face = (
    <>
      <SealMark className="size-7" />
      <span className="min-w-0 flex-1 text-left leading-tight">
        <span className="block truncate font-semibold text-[0.9688rem]">{name}</span>
        <span className="block truncate text-[0.8125rem] text-soft first-letter:uppercase">{here ? here.role : 'no organisation'}</span>
      </span>
    </>
  )
  if (organizations.length < 2)
    return (
      <Link to={INBOX.to} className="flex min-h-12 items-center gap-2.5 rounded-md px-2 hover:bg-paper" title={name}>
        {face}
      </Link>
    )
  return (
    <Disclosure
      className="relative"
      label={`You work in ${name}. Change the organisation`}
      summaryClassName="flex min-h-12 items-center gap-2.5 rounded-md px-2 hover:bg-paper"
      summary={
        <>
          {face}
          <ChevronsUpDown className="size-4 shrink-0 text-soft" aria-hidden />
        </>
      }
      panelClassName="absolute inset-x-0 top-full z-20 mt-1 rounded-md border border-rule bg-raised p-1.5 shadow-lift"
    >
      <ShownForm method="post" action="/settings/team" aria-label="Organisation to work in">
        <input type="hidden" name="intent" value="work_in" />
        <input type="hidden" name="next" value="dashboard" />
        {organizations.map((one) => (
          <button
            key={one.id}
            type="submit"
            name="organization_id"
            value={one.id}
            aria-pressed={one.active}
            className="flex min-h-10 w-full flex-col items-start justify-center rounded-sm px-2.5 py-1 text-left leading-tight hover:bg-sunk aria-pressed:font-semibold"
          >
            <span className="[overflow-wrap:anywhere]">{one.name}</span>
            <span className="font-normal text-[0.8125rem] text-soft">as {one.role}</span>
          </button>
        ))}
      </ShownForm>
    </Disclosure>
  )
}

const row =
  'flex min-h-9 items-center gap-2.5 rounded-md px-2 text-[0.9375rem] text-soft hover:bg-paper hover:text-ink aria-[current=page]:bg-paper aria-[current=page]:font-semibold aria-[current=page]:text-ink max-lg:min-h-11 max-lg:text-[1.0625rem]'

/** Where one can go, by area. The area one is in stands open, and the one that is one's work. */
function Places({ data, className }: { data: FrameData; className?: string }) {
  const location = useLocation()
  const areas = placesOf(data)
  const all = areas.flatMap((area) => area.places)
  const environment = environmentAt(location, data.environment)?.of ?? data.environment
  const link = (place: Place, due: number) => (
    <Link
      to={placed(place.to, environment)}
      prefetch="intent"
      aria-current={isHere(place, all, location) ? 'page' : undefined}
      className={row}
    >
      <place.icon className="size-4 shrink-0" aria-hidden />
      <span className="min-w-0 flex-1 truncate">{place.label}</span>
      {due > 0 ? (
        <span className="tabular rounded-full bg-seal-wash px-1.5 text-[0.8125rem] text-seal">
          {due >= 1000 ? '999+' : count(due)}
          <span className="sr-only"> waiting</span>
        </span>
      ) : null}
    </Link>
  )
  return (
    <nav aria-label="Places" className={className}>
      {link(
        INBOX,
        data.due.reduce((sum, each) => sum + each.count, 0),
      )}
      {areas.map((area, index) => {
        const isIn = area.places.some((place) => isHere(place, all, location))
        return (
          <details key={`${area.id}${isIn}`} open={isIn || index === 0 || area.id === 'account'} className="group/area mt-3">
            <summary className="eyebrow flex min-h-7 items-center rounded-md px-2 hover:text-ink">
              <span className="flex-1">{area.label}</span>
              <span aria-hidden className="group-open/area:hidden">
                +
              </span>
            </summary>
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-px pt-0.5">
              {area.places.map((place) => (
                <li key={place.to}>{link(place, dueAt(place, all, data.due))}</li>
              ))}
            </ul>
          </details>
        )
      })}
    </nav>
  )
}

/** What the floating button of the public site opens. */
function Help({ className }: { className?: string }) {
  return (
    <Disclosure
      className={cn('relative', className)}
      label="Help"
      summaryClassName={row}
      summary={
        <>
          <CircleHelp className="size-4" aria-hidden />
          Help
        </>
      }
      panelClassName="absolute inset-x-3 bottom-full mb-2 rounded-md border border-rule bg-raised p-4 shadow-lift"
    >
      <HelpWords />
    </Disclosure>
  )
}

/** The rail on narrow screens: a sheet over the page. */
function Sheet({ data }: { data: FrameData }) {
  const [open, setOpen] = useState(false)
  return (
    <Disclosure
      className="mobile-menu lg:hidden"
      label="Menu"
      summaryClassName="grid size-11 place-items-center rounded-md hover:bg-sunk"
      summary={
        <>
          <Menu className="size-5 group-open:hidden" aria-hidden />
          <X className="hidden size-5 group-open:block" aria-hidden />
        </>
      }
      onToggle={(now) => {
        setOpen(now)
        document.getElementById('main')?.toggleAttribute('inert', now)
      }}
      panelClassName="fixed inset-x-0 top-(--header-height) bottom-0 h-[calc(100dvh-var(--header-height))] overflow-y-auto bg-sunk px-3 py-3"
    >
      <Organisation data={data} />
      <div className="mt-3 flex items-center justify-between gap-3 px-2 sm:hidden">
        <EnvironmentSwitch chosen={data.environment} />
        <ThemeToggle />
      </div>
      <Places data={data} className="mt-2" />
      <Link to="/contact" className={cn(row, 'mt-3')} tabIndex={open ? undefined : -1}>
        <CircleHelp className="size-4" aria-hidden />
        Help
      </Link>
    </Disclosure>
  )
}
