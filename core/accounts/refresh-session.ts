import { randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { session } from '#db/schema.ts'
import { AppError } from '../errors.ts'
import type { SessionCall } from './own-user.ts'
import { type NativeSession, nativeSession } from './session-shape.ts'
import { readRefreshToken } from './tokens.ts'

/** New tokens for a client that holds no cookies. The refresh token given is used up. Throws `session_expired`. */
export async function refreshSession({ ctx, auth, input }: SessionCall & { input: { refresh_token: string } }): Promise<NativeSession> {
  const given = readRefreshToken(ctx.services, input.refresh_token)
  if (!given) throw new AppError('session_expired', 'Authentication session expired')
  const token = randomBytes(24).toString('base64url')
  const changed = await ctx.db
    .update(session)
    .set({ token, updatedAt: new Date() })
    .where(and(eq(session.token, given), gt(session.expiresAt, new Date())))
    .returning({ id: session.id })
  const fresh = changed.length ? await nativeSession(ctx, auth, token) : null
  if (!fresh) throw new AppError('session_expired', 'Authentication session expired')
  return fresh
}
