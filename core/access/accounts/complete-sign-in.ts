import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Mail } from '#core/kernel/mails/mail.ts'
import { openUser } from '#core/kernel/people.ts'
import type { Sealed } from '#core/kernel/sealed.ts'
import type { SignOnName } from '#db/schema/shared.ts'
import { users } from '#db/schema.ts'
import { auditAccount } from './audit-account.ts'
import { openSession, rememberDevice, type SignInMethod } from './open-session.ts'
import { hasOwnProof, hasPasskey } from './own-proofs.ts'
import type { SessionCall } from './own-user.ts'
import { beginPending } from './pending.ts'
import { refuseBesideSignOn } from './refuse-password.ts'
import { type NativeSession, nativeSession } from './session-shape.ts'
import { type SignOnProof, wasSignedOut } from './signed-out.ts'

export interface SignInResult {
  /** What the browser must keep: the session cookie, or the cookie of a half-done sign-in. */
  cookies: string[]
  mfaRequired: boolean
  /** Whose sign-in is half done; null when nothing is pending. */
  authId: string | null
  user: { id: string; firstName: string; lastName: string; email: string } | null
  session: NativeSession | null
}

/** How a sign-in proved itself so far. */
export interface Proof extends SignOnProof {
  authId: string
  remember: boolean
  method: SignInMethod
  secondFactor: boolean
  /** What a SAML provider calls the person and that session. */
  signOnName?: Sealed<SignOnName>
  /** Facts for the audit entry. */
  details?: Record<string, unknown>
  mails?: Mail[]
}

/**
 * What follows a good proof: the second factor when the account has one and none was shown yet, else a new session, its
 * audit entry, and a mail when the browser is new to the account.
 */
export async function completeSignIn({ ctx, auth, headers, proof }: SessionCall & { proof: Proof }): Promise<SignInResult> {
  const { authId, remember, method, signOn, signOnSession, signOnAt, signOnName } = proof
  if (await wasSignedOut(ctx, proof))
    throw new AppError('session_expired', 'Your identity provider has signed you out meanwhile. Sign in again.')
  const [row] = await ctx.db.select().from(users).where(eq(users.auth_id, authId)).limit(1)
  if (!row) throw new AppError('invalid_credentials', 'Invalid email or password')
  await refuseSuspended(ctx, row)
  const asks = row.mfa_enabled || (ctx.services.config.requireSecondFactor && (await isSo(ctx, authId, hasPasskey)))
  const user = await openUser(ctx.db, ctx.services, row)
  if (method !== 'sign_on') await refuseBesideSignOn(ctx, user, asks || proof.secondFactor)
  if (asks && !proof.secondFactor)
    return {
      cookies: [
        await beginPending(ctx, {
          ...{ authId, remember, method },
          ...(signOn && { signOn }),
          ...(signOnSession && { signOnSession }),
          ...(signOnAt && { signOnAt }),
          ...(signOnName && { signOnName }),
        }),
      ],
      mfaRequired: true,
      authId,
      user: null,
      session: null,
    }
  const opened = await openSession(ctx, auth, {
    authId,
    remember,
    method,
    secondFactor: proof.secondFactor,
    // Only where the person has no proof of their own, the organisation's sign-on is what proves them.
    confirmed: method === 'password' || method === 'wallet' || (method === 'sign_on' && !(await isSo(ctx, authId, hasOwnProof))),
    signOn,
    signOnSession,
    signOnName,
    headers,
  })
  const device = await rememberDevice(ctx, { authId, email: user.email }, headers)
  await auditAccount(ctx, {
    userId: user.id,
    action: 'login',
    details: { method, second_factor: proof.secondFactor, new_device: device.mails.length > 0, ...proof.details },
    mails: [...device.mails, ...(proof.mails ?? [])],
  })
  return {
    cookies: [...opened.cookies, device.cookie],
    mfaRequired: false,
    authId: null,
    user: { id: user.id, firstName: user.first_name, lastName: user.last_name, email: user.email },
    session: await nativeSession(ctx, auth, opened.token),
  }
}

async function isSo(ctx: Ctx, authId: string, what: typeof hasOwnProof): Promise<boolean> {
  const { rows } = await ctx.db.execute<{ so: boolean }>(sql`select ${what(authId)} as so`)
  return rows[0]!.so
}

/** Whoever proved to be the person is told plainly that the account is suspended; nobody else learns it. */
async function refuseSuspended(ctx: Ctx, user: Pick<typeof users.$inferSelect, 'id' | 'suspended_at'>): Promise<void> {
  if (!user.suspended_at) return
  await auditAccount(ctx, { userId: user.id, action: 'login_failed', status: 'failure', details: { reason: 'suspended' } })
  throw new AppError(
    'account_suspended',
    `This account was suspended on ${user.suspended_at.toISOString().slice(0, 10)}. Write to ${ctx.services.config.contactEmail}.`,
  )
}
