import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { jwtVerify } from 'jose'
import { isSameText } from '#core/kernel/same-text.ts'
import type { Services } from '#core/kernel/services.ts'
import { user, verification } from '#db/schema.ts'
import { type Auth, resetLinkOfToken } from './auth-library.ts'
import { makeCookie, readCookie } from './cookies.ts'
import type { SessionCall } from './own-user.ts'

const COOKIE = 'sign_up'
const DAY_SECONDS = 86_400
const HOUR_MS = 3_600_000

const markOf = (services: Services, address: string) => services.keyring.mac('sign-up-browser', address)

/** What a browser keeps that signed an address up, whether or not there was an account. */
export const markOfSignUp = (services: Services, address: string): string =>
  makeCookie(services, COOKIE, markOf(services, address), DAY_SECONDS)

/**
 * Where a confirmation link leads that is opened by another browser than the one that signed up: to a page where its reader chooses
 * the password. Anybody can sign up somebody else's address; what opens the account must come from who reads its mail. Null where
 * the link is opened by its own browser, is no good, or its account is confirmed already.
 */
export async function choosePasswordFirst({ ctx, auth, headers, request }: SessionCall & { request: Request }): Promise<string | null> {
  const address = await addressIn(auth, new URL(request.url).searchParams.get('token') ?? '')
  if (!address) return null
  const mark = readCookie(ctx.services, headers, COOKIE)
  if (mark && isSameText(mark, markOf(ctx.services, address))) return null
  const [known] = await ctx.db.select({ id: user.id, confirmed: user.emailVerified }).from(user).where(eq(user.email, address)).limit(1)
  if (!known || known.confirmed) return null
  const token = randomBytes(24).toString('hex')
  await ctx.db.insert(verification).values({
    id: crypto.randomUUID(),
    identifier: resetLinkOfToken(token),
    value: known.id,
    expiresAt: new Date(Date.now() + HOUR_MS),
  })
  return `/reset-password?token=${token}&confirms=1`
}

/** The address, as the library knows it, that a good confirmation link names. */
async function addressIn(auth: Auth, token: string): Promise<string | null> {
  const { secret } = await auth.$context
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), { algorithms: ['HS256'] })
    return typeof payload.email === 'string' ? payload.email : null
  } catch {
    return null
  }
}
