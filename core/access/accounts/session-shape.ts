import type { Ctx } from '#core/kernel/context.ts'
import type { Services } from '#core/kernel/services.ts'
import type { Auth } from './auth-library.ts'
import { readSession, type SessionUser } from './session.ts'
import { ACCESS_SECONDS, signAccessToken, signRefreshToken } from './tokens.ts'

/** The session as the product specification has it (section 3). */
export interface SessionShape {
  access_token: string
  expires_in: number
  expires_at: number
  token_type: 'bearer'
  user: SessionUser
}
export interface NativeSession extends SessionShape {
  refresh_token: string
}

/** The shape for a session that is known to be good. */
export async function sessionShape(services: Services, signedIn: { user: SessionUser; sessionId: string }): Promise<SessionShape> {
  return {
    access_token: await signAccessToken(services, signedIn.sessionId),
    expires_in: ACCESS_SECONDS,
    expires_at: Math.floor(Date.now() / 1000) + ACCESS_SECONDS,
    token_type: 'bearer',
    user: signedIn.user,
  }
}

/** The same with the refresh token, for a client that is no browser. */
export async function nativeSession(ctx: Ctx, auth: Auth, token: string): Promise<NativeSession | null> {
  const signedIn = await readSession(ctx.services, auth, new Headers(), { ip: ctx.ip, token })
  if (!signedIn) return null
  return {
    ...(await sessionShape(ctx.services, { user: signedIn.user, sessionId: signedIn.actor.sessionId })),
    refresh_token: signRefreshToken(ctx.services, { id: signedIn.actor.sessionId, token }),
  }
}
