import type { Context } from 'hono'
import { readSession, type SignedIn, userCtx } from '#core/access/accounts/session.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { type AppDeps, baseCtx } from '../../app-deps.ts'
import type { AppVariables } from '../../middleware/errors.ts'

type C = Context<{ Variables: AppVariables }>

/** Browsers name the page that calls; another site's page is refused before anything is read. */
export function refuseOtherSites(deps: AppDeps, request: Request): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return
  const site = request.headers.get('sec-fetch-site')
  if (site === 'cross-site') throw new AppError('cross_origin', 'This call was made by a page of another site.')
  const origin = request.headers.get('origin')
  if (origin === null) return
  // A page that tells no site of its address sends "null" with its forms; that they come from it the browser says besides.
  if (origin === 'null' && site === 'same-origin') return
  // The request's address is the one people use (own-address.ts), never what Host says. "null" is what a page without an
  // address of its own sends, such as a sandboxed frame; ours always name themselves.
  if (origin !== new URL(deps.services.config.publicUrl).origin && origin !== new URL(request.url).origin)
    throw new AppError('cross_origin', 'This call was made by a page of another site.')
}

export interface UserCall {
  ctx: Ctx
  signedIn: SignedIn
}

/** The signed-in person's context, or 401. The environment is named by ?environment=, sandbox unless said. */
export async function requireUser(deps: AppDeps, c: C): Promise<UserCall> {
  const base = baseCtx(deps, { requestId: c.get('requestId'), request: c.req.raw, env: c.env })
  const signedIn = await readSession(deps.services, deps.auth, c.req.raw.headers, base)
  if (!signedIn) throw new AppError('not_signed_in', 'Authentication required. Please sign in to continue.')
  const environment = c.req.query('environment') === 'production' ? 'production' : 'sandbox'
  return { signedIn, ctx: userCtx(base, signedIn, environment) }
}

/** Hands the browser the cookies an act made. */
export function keepCookies(c: C, cookies: string[]): void {
  for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
}
