import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { User } from '#core/kernel/people.ts'
import { memberships } from '#db/schema.ts'
import { auditAccount } from './audit-account.ts'
import { hasOldFactors } from './factor-age.ts'
import { signOnOfAddress } from './sign-on-of.ts'

/** What is said wherever a password of an address is not enough, right or wrong: it tells nothing of the account. */
const required = () =>
  new AppError(
    'sign_on_required',
    'People with this address sign in with their organisation. Choose “Sign in with your organisation”. An owner of it gets in with password and a second factor as well that they have had for a day.',
  )

/** In place of "wrong": for an address whose organisation has its sign-on as the only way in. Throws `sign_on_required`. */
export async function pointToSignOn(ctx: Ctx, email: string): Promise<void> {
  if ((await signOnOfAddress(ctx.db, email))?.enforced) throw required()
}

/**
 * Refuses the own proof of a member whose organisation has its sign-on as the only way in, for addresses of its domain. Its owners get in
 * with two factors that they have had for a day, should the identity provider break. Throws `sign_on_required`.
 */
export async function refuseBesideSignOn(ctx: Ctx, user: Pick<User, 'id' | 'email' | 'auth_id'>, twoFactors: boolean): Promise<void> {
  const found = await signOnOfAddress(ctx.db, user.email)
  if (!found?.enforced) return
  const [member] = await ctx.db
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.user_id, user.id), eq(memberships.organization_id, found.organizationId), isNull(memberships.ended_at)))
    .limit(1)
  if (!member || (member.role === 'owner' && twoFactors && (await hasOldFactors(ctx.db, user.auth_id)))) return
  await auditAccount(ctx, { userId: user.id, action: 'login_failed', status: 'failure', details: { reason: 'sign_on_required' } })
  throw required()
}
