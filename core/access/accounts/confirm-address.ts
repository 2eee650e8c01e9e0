import { and, eq } from 'drizzle-orm'
import { namesOf, openUser } from '#core/kernel/people.ts'
import { session, users } from '#db/schema.ts'
import { auditAccount } from './audit-account.ts'
import { rememberDevice } from './open-session.ts'
import { choosePasswordFirst } from './own-sign-up.ts'
import type { SessionCall } from './own-user.ts'

/**
 * Opens the link of a confirmation mail, which confirms the address and, the first time, signs its owner in: that is a sign-in
 * like others, with its entry in the log and its browser remembered. In another browser than the one that signed up the owner
 * chooses the password first. Gives the library's answer, the further cookies and
 * whether this opened a session: a link used before opens none.
 */
export async function confirmAddress({ ctx, auth, headers, request }: SessionCall & { request: Request }) {
  const first = await choosePasswordFirst({ ctx, auth, headers, request })
  if (first) return { answer: new Response(null, { status: 302, headers: { location: first } }), cookies: [], signedIn: false }
  const answer = await auth.handler(request)
  const token = answer.headers.getSetCookie().flatMap((line) => /session_token=([^.;]+)[.;]/.exec(decodeURIComponent(line))?.[1] ?? [])[0]
  if (!token) return { answer, cookies: [], signedIn: false }
  const [found] = await ctx.db
    .select({ authId: session.userId, ...namesOf })
    .from(session)
    .innerJoin(users, eq(users.auth_id, session.userId))
    .where(and(eq(session.token, token), eq(session.method, 'mail')))
    .limit(1)
  if (!found) return { answer, cookies: [], signedIn: true }
  const opened = await openUser(ctx.db, ctx.services, found)
  const device = await rememberDevice(ctx, opened, headers)
  await auditAccount(ctx, {
    userId: opened.id,
    action: 'login',
    details: { method: 'mail', second_factor: false, new_device: device.mails.length > 0, email_confirmed: true },
    mails: device.mails,
  })
  return { answer, cookies: [device.cookie], signedIn: true }
}
