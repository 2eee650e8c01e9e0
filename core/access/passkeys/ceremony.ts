import type { Ctx } from '#core/kernel/context.ts'
import { makeCookie, readCookie } from '../accounts/cookies.ts'
import { keepOnce, takeOnce } from '../accounts/one-time.ts'

export type Purpose = 'register' | 'sign-in' | 'second-factor' | 'step-up'
interface Kept {
  challenge: string
  authId: string | null
}
const LIFE_MS = 5 * 60_000
const COOKIE = 'passkey'

/** The name browsers bind passkeys to, and the page they must come from. */
export const relyingParty = (ctx: Pick<Ctx, 'services'>) => {
  const url = new URL(ctx.services.config.publicUrl)
  return { id: url.hostname, origin: url.origin, name: 'Sealwright' }
}

/** Remembers what was asked of the passkey, for one purpose, one person (or anybody) and five minutes. Returns the cookie. */
export async function beginCeremony(ctx: Ctx, purpose: Purpose, kept: Kept): Promise<string> {
  return makeCookie(ctx.services, COOKIE, await keepOnce(ctx, `passkey-${purpose}`, kept, LIFE_MS), LIFE_MS / 1000)
}

/** What was asked, once; null when nothing was, or for another purpose. */
export const takeCeremony = (ctx: Ctx, purpose: Purpose, headers: Headers): Promise<Kept | null> =>
  takeOnce<Kept>(ctx, `passkey-${purpose}`, readCookie(ctx.services, headers, COOKIE))
