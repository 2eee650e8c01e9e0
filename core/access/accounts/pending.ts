import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Sealed } from '#core/kernel/sealed.ts'
import type { SignOnName } from '#db/schema/shared.ts'
import { endCookie, makeCookie, readCookie } from './cookies.ts'
import { keepOnce, readOnce, takeOnce } from './one-time.ts'
import type { SignInMethod } from './open-session.ts'
import type { SignOnProof } from './signed-out.ts'

const KIND = 'pending-sign-in'
const COOKIE = 'pending'
const LIFE_MS = 10 * 60_000

/** A sign-in whose first proof was good and that waits for the second. The proof is in a cookie no script can read. */
export interface Pending extends SignOnProof {
  authId: string
  remember: boolean
  method: SignInMethod
  /** What a SAML provider calls the person and that session. */
  signOnName?: Sealed<SignOnName>
}

/** Remembers the half-done sign-in for ten minutes. Returns the cookie. */
export async function beginPending(ctx: Ctx, pending: Pending): Promise<string> {
  return makeCookie(ctx.services, COOKIE, await keepOnce(ctx, KIND, pending, LIFE_MS), LIFE_MS / 1000)
}

/** The half-done sign-in of this browser. Throws `session_expired` when there is none. */
export async function requirePending(ctx: Ctx, headers: Headers): Promise<Pending> {
  const pending = await readOnce<Pending>(ctx, KIND, readCookie(ctx.services, headers, COOKIE))
  if (!pending) throw new AppError('session_expired', 'Authentication session expired')
  return pending
}

/** Ends it, once: the second of two equal calls gets `session_expired`. Returns what clears the cookie. */
export async function endPending(ctx: Ctx, headers: Headers): Promise<string> {
  if (!(await takeOnce<Pending>(ctx, KIND, readCookie(ctx.services, headers, COOKIE))))
    throw new AppError('session_expired', 'Authentication session expired')
  return endCookie(ctx.services, COOKIE)
}
