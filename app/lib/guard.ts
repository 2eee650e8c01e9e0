import { type RouterContextProvider, redirect } from 'react-router'
import { type ServerContext, type SessionUser, serverContext } from '../server-context.ts'

export type SignedInContext = ServerContext & { session: SessionUser }

/** Pages of one's own account, open without the second factor that a role needs. */
const OWN_ACCOUNT = /^\/(settings|setup-mfa)(\.data)?$/

/** The same, and those on which somebody goes to work in another organisation. */
const BEFORE_WORK = /^\/(settings|setup-mfa|organisation-access|organisations)(\.data)?$/

/** The page that is asked for, as a person's address bar has it. */
export function askedAddress(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  // What the router asks for its own purposes is no part of the address.
  searchParams.delete('_routes')
  return pathname.replace(/\.data$/, '') + (searchParams.size ? `?${searchParams}` : '')
}

/**
 * Lets the page's loader go on for a signed-in person of one of these roles; everybody else is sent where they may be. An issuer is who
 * works in an issuer's organisation; an administrator is one wherever they work.
 */
export function requireSession(
  context: Readonly<RouterContextProvider>,
  request: Request,
  roles?: readonly SessionUser['role'][],
): SignedInContext {
  const server = context.get(serverContext)
  if (!server?.session) {
    throw redirect(`/login?next=${encodeURIComponent(askedAddress(request))}`)
  }
  if (server.factorLacking && !OWN_ACCOUNT.test(new URL(request.url).pathname))
    throw redirect(`/setup-mfa?next=${encodeURIComponent(askedAddress(request))}`)
  if (server.barred && !BEFORE_WORK.test(new URL(request.url).pathname))
    throw redirect(`/organisation-access?next=${encodeURIComponent(askedAddress(request))}`)
  const is = (role: SessionUser['role']) => (role === 'admin' ? server.session!.role : server.worksAs) === role
  if (roles && !roles.some(is)) throw redirect('/dashboard')
  return server as SignedInContext
}

/**
 * The action of a page whose form is sent by its script. A form sent before that script ran arrives here: the page is shown
 * again, and no password was ever part of an address.
 */
export const showAgain = ({ request }: { request: Request }) => {
  const { pathname, search } = new URL(request.url)
  return redirect(ownPath(pathname + search), 303)
}

/** Leads on to the place where somebody's work is. */
export const ARRIVE = '/arrive'

/** The page to go on to, when it is one of ours; an address of another site is never followed. */
export function ownPath(next: string | null, fallback = ARRIVE): string {
  if (!next?.startsWith('/') || /^\/[/\\]/.test(next) || /[\s\\]/.test(next)) return fallback
  const base = 'http://own.invalid'
  const url = URL.canParse(next, base) ? new URL(next, base) : null
  // "/..//other.example" becomes "//other.example", which a browser reads as another site.
  return url?.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : fallback
}
