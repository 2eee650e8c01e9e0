import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { newSignInMail } from '#core/kernel/mails/account-mails.ts'
import { PLATFORM_KEY, type Sealed, sealValue } from '#core/kernel/sealed.ts'
import type { SignOnName } from '#db/schema/shared.ts'
import { knownDevices, memberships, session, users } from '#db/schema.ts'
import type { Auth } from './auth-library.ts'
import { makeCookie, readCookie } from './cookies.ts'
import { deviceOf } from './device.ts'

export type SignInMethod = 'password' | 'passkey' | 'wallet' | 'sign_on'
/** Places an account can be signed in at. */
const MOST_SESSIONS = 100
const DEVICE_SECONDS = 60 * 60 * 24 * 400

export interface OpenedSession {
  cookies: string[]
  sessionId: string
  token: string
}

/**
 * Opens a new session for a person whose proofs were checked, and ends the one this browser may have had: an id that was
 * known before a sign-in is never valid after it.
 */
export async function openSession(
  ctx: Ctx,
  auth: Auth,
  input: {
    authId: string
    remember: boolean
    method: SignInMethod
    secondFactor: boolean
    confirmed: boolean
    /** Whose identity provider vouched for the person. */
    signOn?: string | null | undefined
    /** A keyed hash of what that provider calls the session by which it vouched. */
    signOnSession?: string | null | undefined
    /** What a SAML provider calls the person and that session. */
    signOnName?: Sealed<SignOnName> | null | undefined
    headers: Headers
  },
): Promise<OpenedSession> {
  const now = new Date()
  const old = (await auth.api.getSession({ headers: input.headers }).catch(() => null))?.session.id
  const { headers, response } = await auth.api.openSession({
    body: {
      authId: input.authId,
      remember: input.remember,
      session: {
        ipAddress: await sealSession(ctx, input.authId, ctx.ip ?? ''),
        userAgent: await sealSession(ctx, input.authId, ctx.userAgent ?? ''),
        secondFactorAt: input.secondFactor ? now : null,
        confirmedAt: input.confirmed ? now : null,
        lastUsedAt: now,
        method: input.method,
        activeOrganizationId: input.signOn ?? (await lastChosen(ctx, input.authId)),
        signOnOrganizationId: input.signOn ?? null,
        signOnSessionHash: input.signOnSession ?? null,
        signOnName: input.signOnName ?? null,
      },
    },
    headers: input.headers,
    returnHeaders: true,
  })
  // The longest unused give way, so that nobody's table of sessions grows without end.
  const unused = ctx.db
    .select({ id: session.id })
    .from(session)
    .where(eq(session.userId, input.authId))
    .orderBy(desc(session.createdAt), desc(session.id))
    .offset(MOST_SESSIONS)
  await ctx.db.delete(session).where(inArray(session.id, unused))
  if (old) await ctx.db.delete(session).where(and(eq(session.id, old), ne(session.id, response.id)))
  return { cookies: headers.getSetCookie(), sessionId: response.id, token: response.token }
}

/** The organisation a person chose to work in last; null where they never chose. */
async function lastChosen(ctx: Ctx, authId: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ id: memberships.organization_id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .where(and(eq(users.auth_id, authId), isNull(memberships.ended_at), isNotNull(memberships.chosen_at)))
    .orderBy(desc(memberships.chosen_at))
    .limit(1)
  return row?.id ?? null
}

/** Where a session comes from, sealed to whose it is. */
export const sessionContext = (authId: string) => `auth.session:${authId}`
const sealSession = (ctx: Ctx, authId: string, text: string): Promise<Sealed<string>> =>
  sealValue(ctx.db, ctx.services, PLATFORM_KEY, sessionContext(authId), text)

const deviceHash = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Whether this browser carries the mark of an earlier sign-in of this person. */
export async function isKnownDevice(ctx: Ctx, authId: string, headers: Headers): Promise<boolean> {
  const token = readCookie(ctx.services, headers, 'device')
  if (!token) return false
  const [row] = await ctx.db
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, authId), eq(knownDevices.tokenHash, deviceHash(token))))
    .limit(1)
  return Boolean(row)
}

/** Remembers this browser. For one never seen, of a person who has others, gives the mail that tells about it. */
export async function rememberDevice(ctx: Ctx, who: { authId: string; email: string }, headers: Headers) {
  const token = readCookie(ctx.services, headers, 'device') ?? randomBytes(24).toString('base64url')
  const [other] = await ctx.db.select({ id: knownDevices.id }).from(knownDevices).where(eq(knownDevices.userId, who.authId)).limit(1)
  const known = await isKnownDevice(ctx, who.authId, headers)
  await ctx.db
    .insert(knownDevices)
    .values({ id: crypto.randomUUID(), userId: who.authId, tokenHash: deviceHash(token) })
    .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.tokenHash], set: { lastUsedAt: new Date() } })
  return {
    cookie: makeCookie(ctx.services, 'device', token, DEVICE_SECONDS),
    mails:
      other && !known
        ? [
            newSignInMail({
              to: who.email,
              device: deviceOf(ctx.userAgent),
              ip: ctx.ip,
              at: new Date(),
              publicUrl: ctx.services.config.publicUrl,
            }),
          ]
        : [],
  }
}
