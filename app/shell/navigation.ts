import {
  BadgeCheck,
  Bell,
  BookOpenCheck,
  BookText,
  Briefcase,
  Building2,
  ClipboardCheck,
  Coins,
  FileCheck,
  FileClock,
  FileSearch,
  FlaskConical,
  Gauge,
  Globe,
  Inbox,
  KeyRound,
  Landmark,
  LayoutDashboard,
  LifeBuoy,
  ListChecks,
  LogIn,
  type LucideIcon,
  Mail,
  MailQuestion,
  PlugZap,
  Scale,
  ScanFace,
  ScrollText,
  Settings,
  ShieldAlert,
  ShieldOff,
  SlidersHorizontal,
  Snowflake,
  Terminal,
  TriangleAlert,
  UserRound,
  UsersRound,
  UserX,
  Wallet,
  Webhook,
} from 'lucide-react'
import type { PermissionName } from '#core/kernel/permissions.ts'
import type { OwnPlace } from '#core/portal/work/place.ts'
import { inEnvironment } from '../lib/environment.ts'
import type { ServerContext } from '../server-context.ts'

/** A page that somebody can go to. */
export interface Place {
  label: string
  to: string
  icon: LucideIcon
  /** What one must be allowed; nothing where the page is anybody's. */
  may?: PermissionName
  /** Also current on the pages below it. */
  below?: boolean
}
export interface Places {
  id: string
  label: string
  places: Place[]
}

export const INBOX: Place = { label: 'Inbox', to: '/inbox', icon: Inbox }

const OWN: Places = {
  id: 'own',
  label: 'You',
  places: [
    { label: 'Overview', to: '/dashboard', icon: LayoutDashboard },
    { label: 'Verification', to: '/dashboard/verification', icon: FileCheck },
    { label: 'Wallet', to: '/dashboard/wallet', icon: Wallet },
    { label: 'Credentials', to: '/dashboard/credentials', icon: BadgeCheck, below: true },
    { label: 'Offerings', to: '/dashboard/offerings', icon: Mail, below: true },
    { label: 'Holdings', to: '/dashboard/holdings', icon: Briefcase },
    { label: 'Notifications', to: '/dashboard/notifications', icon: Bell },
  ],
}

const ISSUER: Places = {
  id: 'issuer',
  label: 'Issuer',
  places: [
    { label: 'Overview', to: '/issuer/dashboard', icon: LayoutDashboard, may: 'offerings.read' },
    { label: 'Offerings', to: '/issuer/offerings', icon: Building2, may: 'offerings.read', below: true },
    { label: 'Investors', to: '/issuer/investors', icon: UsersRound, may: 'investors.read', below: true },
    { label: 'Issuer facts', to: '/issuer/facts', icon: ScrollText, may: 'tenant.read' },
    { label: 'Identity checks', to: '/issuer/identity', icon: ScanFace, may: 'identity.read', below: true },
    { label: 'Accreditations', to: '/issuer/accreditations', icon: BadgeCheck, may: 'cases.read', below: true },
    { label: 'Identity providers', to: '/issuer/identity-providers', icon: PlugZap, may: 'identity.read' },
    { label: 'Due diligence', to: '/issuer/due-diligence', icon: FileSearch, may: 'investors.read' },
  ],
}

/** Of whoever has data of others, who need not be an issuer. */
const ERASURES: Place = { label: 'Erasures', to: '/desk/erasures', icon: UserX, may: 'persons.erase' }

const DESK: Places = {
  id: 'desk',
  label: 'Desk',
  places: [
    { label: 'Reviews', to: '/desk/reviews', icon: ClipboardCheck, may: 'cases.read', below: true },
    { label: 'Exceptions', to: '/desk/exceptions', icon: ShieldOff, may: 'exceptions.write' },
    { label: 'Diligence files', to: '/desk/due-diligence', icon: FileSearch, may: 'due_diligence.write' },
    { label: 'Freezes and moves', to: '/desk/holdings', icon: Snowflake, may: 'holdings.read' },
    ERASURES,
    { label: 'Subjects', to: '/desk/subjects', icon: UsersRound, may: 'investors.read' },
    { label: 'Audit log', to: '/desk/audit', icon: FileClock, may: 'audit_log.read' },
    { label: 'Support access', to: '/desk/support', icon: LifeBuoy, may: 'support.read' },
  ],
}

const PLATFORM: Places = {
  id: 'platform',
  label: 'Platform',
  places: [
    { label: 'Overview', to: '/admin/dashboard', icon: LayoutDashboard },
    { label: 'Reviews', to: '/admin/reviews', icon: ClipboardCheck, below: true },
    { label: 'Holdings', to: '/admin/holdings', icon: Snowflake },
    { label: 'Tokens', to: '/admin/tokens', icon: Coins },
    { label: 'Users', to: '/admin/users', icon: UsersRound, below: true },
    { label: 'Requests', to: '/admin/users?view=requests', icon: ListChecks },
    { label: 'Erasures', to: '/admin/erasures', icon: UserX, below: true },
    { label: 'Inquiries', to: '/admin/inquiries', icon: MailQuestion, below: true },
    { label: 'Incidents', to: '/admin/incidents', icon: TriangleAlert, below: true },
    { label: 'Sanctions lists', to: '/admin/lists', icon: ShieldAlert },
    { label: 'Venues', to: '/admin/venues', icon: Landmark },
    { label: 'Organisations', to: '/admin/organisations', icon: Scale },
    { label: 'Support access', to: '/admin/support', icon: LifeBuoy },
    { label: 'Rules', to: '/admin/rules', icon: BookOpenCheck },
    { label: 'Audit log', to: '/admin/audit', icon: FileClock },
    { label: 'System', to: '/admin/system', icon: Gauge },
  ],
}

const BUILD: Places = {
  id: 'build',
  label: 'Build',
  places: [
    { label: 'Keys', to: '/developer/api-keys', icon: KeyRound, may: 'keys.read' },
    { label: 'Webhooks', to: '/developer/webhooks', icon: Webhook, may: 'webhooks.read', below: true },
    { label: 'Domains', to: '/developer/domains', icon: Globe, may: 'domains.read' },
    { label: 'Organisation', to: '/developer/organisation', icon: Building2, may: 'tenant.read' },
    { label: 'Policy', to: '/developer/policy', icon: SlidersHorizontal, may: 'tenant.read' },
    { label: 'Logs', to: '/developer/logs', icon: Terminal, may: 'request_logs.read', below: true },
    { label: 'Sandbox', to: '/developer/sandbox', icon: FlaskConical, may: 'sandbox.manage' },
    { label: 'Reference', to: '/developer/api-reference', icon: BookText },
  ],
}

const ACCOUNT: Places = {
  id: 'account',
  label: 'Account',
  places: [
    { label: 'Settings', to: '/settings', icon: Settings },
    { label: 'Team', to: '/settings/team', icon: UserRound },
    { label: 'Sign-on', to: '/settings/sign-on', icon: LogIn, may: 'members.read' },
  ],
}

/** What the frame knows of whose pages it frames. */
export interface Seen {
  worksAs: ServerContext['worksAs']
  may: readonly PermissionName[]
  organisation: { role: string } | null
}

/** Roles whose work is the desk, not the raise. */
const AT_DESK: ReadonlySet<string> = new Set(['compliance_officer', 'reviewer'])

/** Where somebody can go, by what they are and may where they work: the area they work in first. */
export function placesOf({ worksAs, may, organisation }: Seen): Places[] {
  const areas =
    worksAs === 'admin'
      ? [PLATFORM, DESK, BUILD, OWN]
      : worksAs === 'issuer'
        ? [...(AT_DESK.has(organisation?.role ?? '') ? [DESK, ISSUER] : [ISSUER, DESK]), BUILD, OWN]
        : [OWN, { ...BUILD, places: [...BUILD.places, ERASURES] }]
  const allowed = new Set(may)
  return [...areas, ACCOUNT]
    .map((area) => ({ ...area, places: area.places.filter((place) => !place.may || allowed.has(place.may)) }))
    .filter((area) => area.places.length > 0)
}

/** Whether a place is the page that is shown. A view with a place of its own is told apart from its page. */
export function isHere(place: Place, all: readonly Place[], location: { pathname: string; search: string }): boolean {
  const [path, query = ''] = place.to.split('?')
  if (place.below && location.pathname.startsWith(`${path}/`)) return true
  const view = (search: string) => new URLSearchParams(search).get('view')
  const shown = view(location.search)
  const own = all.some((each) => each.to === `${path}?view=${shown}`)
  return path === (location.pathname.replace(/\/$/, '') || '/') && view(query) === (own ? shown : null)
}

/** How much is due at a place: what has no place of its own is counted with the page it is on. */
export const dueAt = (place: Place, all: readonly Place[], due: OwnPlace['due']): number =>
  due
    .filter(({ href }) => href === place.to || (href.split('?')[0] === place.to && !all.some((each) => each.to === href)))
    .reduce((sum, each) => sum + each.count, 0)

/** Where somebody arrives who signs in: the specification's three places, and for the roles an organisation adds where their work is. */
export function landingOf({ worksAs, place }: Pick<ServerContext, 'worksAs' | 'place'>): string {
  if (worksAs === 'admin') return '/admin/dashboard'
  if (place?.role === 'developer') return '/developer/logs'
  if (worksAs !== 'issuer') return '/dashboard'
  return AT_DESK.has(place?.role ?? '') ? '/inbox' : '/issuer/dashboard'
}

const NAMES_ITS_OWN = /^\/developer\/(?!sandbox|api-)/

/** An address in an environment: the developer's pages name theirs there, but for those that have only one. */
export const placed = (href: string, environment: 'sandbox' | 'production') =>
  NAMES_ITS_OWN.test(href) ? inEnvironment(href, environment) : href

/** The environment a page shows: the developer's say it in their address, those of an organisation follow the switch, others have none. */
export function environmentAt({ pathname, search }: { pathname: string; search: string }, chosen: 'sandbox' | 'production') {
  if (NAMES_ITS_OWN.test(pathname))
    return {
      of: new URLSearchParams(search).get('environment') === 'production' ? ('production' as const) : ('sandbox' as const),
      by: 'address' as const,
    }
  return /^\/(issuer|desk|inbox|find)(\/|$)/.test(pathname) ? { of: chosen, by: 'switch' as const } : null
}
