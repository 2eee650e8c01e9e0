import { and, eq } from 'drizzle-orm'
import { user as authUsers, session, users } from '#db/schema.ts'
import { auditAccount } from './audit-account.ts'
import { rememberDevice } from './open-session.ts'
import type { SessionCall } from './own-user.ts'

/**
 * Opens the link of a confirmation mail, which confirms the address and, the first time, signs its owner in: that is a sign-in
 * like others, with its entry in the log and its browser remembered. Gives the library's answer and the further cookies.
 */
export async function confirmAddress({ ctx, auth, headers, request }: SessionCall & { request: Request }) {
  const answer = await auth.handler(request)
  const token = answer.headers.getSetCookie().flatMap((line) => /session_token=([^.;]+)[.;]/.exec(decodeURIComponent(line))?.[1] ?? [])[0]
  if (!token) return { answer, cookies: [] }
  const [opened] = await ctx.db
    .select({ authId: authUsers.id, email: authUsers.email, userId: users.id })
    .from(session)
    .innerJoin(authUsers, eq(authUsers.id, session.userId))
    .leftJoin(users, eq(users.auth_id, authUsers.id))
    .where(and(eq(session.token, token), eq(session.method, 'mail')))
    .limit(1)
  if (!opened) return { answer, cookies: [] }
  const device = await rememberDevice(ctx, opened, headers)
  await auditAccount(ctx, {
    userId: opened.userId,
    action: 'login',
    details: { method: 'mail', second_factor: false, new_device: device.mails.length > 0, email_confirmed: true },
    mails: device.mails,
  })
  return { answer, cookies: [device.cookie] }
}
