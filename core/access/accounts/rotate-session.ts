import { and, eq, ne } from 'drizzle-orm'
import { session } from '#db/schema.ts'
import { readCookie } from './cookies.ts'
import { openSession } from './open-session.ts'
import type { SessionCall } from './own-user.ts'

/**
 * Gives this browser a new session in place of the one it has, keeping what that one had proven, and, when asked, ends all
 * other sessions of the person. Returns the cookies.
 */
export async function rotateSession(
  { ctx, auth, headers }: SessionCall,
  input: { authId: string; secondFactor?: boolean; confirmed?: boolean; endOthers?: boolean },
): Promise<string[]> {
  const old = ctx.actor.type === 'user' ? ctx.actor : null
  const [row] = old ? await ctx.db.select().from(session).where(eq(session.id, old.sessionId)).limit(1) : []
  const opened = await openSession(ctx, auth, {
    authId: input.authId,
    remember: readCookie(ctx.services, headers, 'dont_remember') === null,
    method: (row?.method as 'password' | undefined) ?? 'password',
    secondFactor: input.secondFactor ?? false,
    confirmed: input.confirmed ?? false,
    signOn: row?.signOnOrganizationId,
    signOnSession: row?.signOnSessionHash,
    signOnName: row?.signOnName,
    headers,
  })
  const kept = {
    ...(row && { startedAt: row.startedAt, activeOrganizationId: row.activeOrganizationId }),
    ...(!input.secondFactor && row?.secondFactorAt && { secondFactorAt: row.secondFactorAt }),
    ...(!input.confirmed && row?.confirmedAt && { confirmedAt: row.confirmedAt }),
  }
  if (Object.keys(kept).length) await ctx.db.update(session).set(kept).where(eq(session.id, opened.sessionId))
  if (old) await ctx.db.delete(session).where(eq(session.id, old.sessionId))
  if (input.endOthers) await ctx.db.delete(session).where(and(eq(session.userId, input.authId), ne(session.id, opened.sessionId)))
  return opened.cookies
}
