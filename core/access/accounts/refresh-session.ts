import { randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { factorMail } from '#core/kernel/mails/account-mails.ts'
import { openUser } from '#core/kernel/people.ts'
import { session, users } from '#db/schema.ts'
import { auditAccount } from './audit-account.ts'
import type { SessionCall } from './own-user.ts'
import { type NativeSession, nativeSession } from './session-shape.ts'
import { readRefreshToken } from './tokens.ts'

const expired = () => new AppError('session_expired', 'Authentication session expired')

/**
 * New tokens for a client that holds no cookies. The refresh token given is used up: one that comes a second time was copied, so
 * its session ends for whoever holds the newer one too, and the person is told. Throws `session_expired`.
 */
export async function refreshSession({ ctx, auth, input }: SessionCall & { input: { refresh_token: string } }): Promise<NativeSession> {
  const given = readRefreshToken(ctx.services, input.refresh_token)
  if (!given) throw expired()
  const token = randomBytes(24).toString('base64url')
  const changed = await ctx.db
    .update(session)
    .set({ token, updatedAt: new Date() })
    .where(and(eq(session.id, given.id), eq(session.token, given.token), gt(session.expiresAt, new Date())))
    .returning({ id: session.id })
  if (!changed.length) await endCopied(ctx, given.id)
  const fresh = changed.length ? await nativeSession(ctx, auth, token) : null
  if (!fresh) throw expired()
  return fresh
}

/** Ends the session a spent token belongs to, once, and tells its person. */
async function endCopied(ctx: Ctx, id: string): Promise<void> {
  const [ended] = await ctx.db.delete(session).where(eq(session.id, id)).returning({ authId: session.userId })
  if (!ended) return
  const [row] = await ctx.db.select().from(users).where(eq(users.auth_id, ended.authId)).limit(1)
  if (!row) return
  const user = await openUser(ctx.db, ctx.services, row)
  await auditAccount(ctx, {
    userId: user.id,
    action: 'refresh_token_reused',
    status: 'failure',
    mails: [factorMail({ to: user.email, change: 'session_copied', publicUrl: ctx.services.config.publicUrl })],
  })
}
