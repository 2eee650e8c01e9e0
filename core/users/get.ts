import { and, count, desc, eq, gt, ne, notInArray } from 'drizzle-orm'
import { apiKeys, cases, organizations, passkey, session, userProfiles, userRoles, users, verificationStatus } from '#db/schema.ts'
import { openProfile, openUser, type Profile } from '../accounts/people.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { requireAdmin } from './admin-only.ts'
import type { VerificationChanges } from './ask-verification.ts'
import { presentUser, type UserRow } from './present.ts'

/** Everything an admin sees of one user: the joined profile, verification, roles and what protects the account. */
export interface UserDetail extends UserRow {
  roles: string[]
  organization: string
  profile: Profile
  passkeys: number
  active_keys: number
  active_sessions: number
  last_seen_at: string | null
  /** The case in which another administrator is asked to agree to a change of the verification. */
  verification_case: { id: string; changes: VerificationChanges } | null
  /** Whether somebody besides the caller and this user is administrator, so that what takes two people can be done. */
  second_administrator: boolean
}

/** One user with profile and verification status. Throws `not_found`. For admins. */
export async function getUser({ ctx, input }: { ctx: Ctx; input: { id: string } }): Promise<UserDetail> {
  await requireAdmin(ctx, 'users.read')
  const [row] = await ctx.db
    .select({ user: users, profile: userProfiles, verification: verificationStatus, organization: organizations.name })
    .from(users)
    .leftJoin(userProfiles, eq(userProfiles.user_id, users.id))
    .leftJoin(verificationStatus, eq(verificationStatus.user_id, users.id))
    .innerJoin(organizations, eq(organizations.id, users.organization_id))
    .where(eq(users.id, input.id))
    .limit(1)
  if (!row) throw notFound()
  const user = await openUser(ctx.db, ctx.services, row.user)
  const profile = await openProfile(ctx.db, ctx.services, row.profile)
  const [roles, [passkeys], [keys], sessions, [asked], [second]] = await Promise.all([
    ctx.db.select({ role: userRoles.role }).from(userRoles).where(eq(userRoles.user_id, user.id)),
    ctx.db.select({ n: count() }).from(passkey).where(eq(passkey.userId, user.auth_id)),
    ctx.db
      .select({ n: count() })
      .from(apiKeys)
      .where(and(eq(apiKeys.organization_id, user.organization_id), eq(apiKeys.is_active, true))),
    ctx.db
      .select({ at: session.updatedAt })
      .from(session)
      .where(and(eq(session.userId, user.auth_id), gt(session.expiresAt, new Date())))
      .orderBy(desc(session.updatedAt)),
    ctx.db
      .select({ id: cases.id, details: cases.details })
      .from(cases)
      .where(and(eq(cases.subject_id, user.id), eq(cases.kind, 'verification_set'), ne(cases.status, 'decided')))
      .limit(1),
    ctx.db
      .select({ id: userRoles.id })
      .from(userRoles)
      .where(and(eq(userRoles.role, 'admin'), notInArray(userRoles.user_id, [user.id, ctx.actor.id])))
      .limit(1),
  ])
  return {
    ...presentUser({ user, verification: row.verification }),
    roles: roles.map((r) => r.role).sort(),
    organization: row.organization,
    profile,
    passkeys: passkeys?.n ?? 0,
    active_keys: keys?.n ?? 0,
    active_sessions: sessions.length,
    last_seen_at: sessions[0]?.at.toISOString() ?? null,
    verification_case: asked ? { id: asked.id, changes: asked.details.changes as VerificationChanges } : null,
    second_administrator: second !== undefined,
  }
}
