import { and, count, desc, eq, gt, inArray, ne } from 'drizzle-orm'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { openProfile, openUser, type Profile } from '#core/kernel/people.ts'
import { definePageVerb } from '#core/record/verb.ts'
import type { VerificationChanges } from '#core/review/own-records/ask-verification.ts'
import { apiKeys, cases, organizations, passkey, session, userProfiles, userRoles, users, verificationStatus } from '#db/schema.ts'
import { hasOtherAdmin } from '../second-person/second-person.ts'
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
  /** The case in which another administrator is asked to agree that this becomes one. */
  admin_case: string | null
  /** Whether making somebody an administrator takes two here. */
  admin_takes_two: boolean
  /** Whether somebody besides the caller and this user is administrator, so that what takes two people can be done. */
  second_administrator: boolean
}

/** One user with profile and verification status. Throws `not_found`. For admins. */
export const getUser = definePageVerb({
  name: 'users.get',
  permission: 'users.read',
  admin: true,
  input: byId(),
  run: async ({ ctx, input }): Promise<UserDetail> => {
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
    const [roles, [passkeys], [keys], sessions, asked, second] = await Promise.all([
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
        .select({ id: cases.id, kind: cases.kind, details: cases.details })
        .from(cases)
        .where(and(eq(cases.subject_id, user.id), inArray(cases.kind, ['verification_set', 'admin_grant']), ne(cases.status, 'decided'))),
      hasOtherAdmin(ctx.db, [user.id, ctx.actor.id]),
    ])
    const verification = asked.find((one) => one.kind === 'verification_set')
    return {
      ...presentUser({ user, verification: row.verification }),
      roles: roles.map((r) => r.role).sort(),
      organization: row.organization,
      profile,
      passkeys: passkeys?.n ?? 0,
      active_keys: keys?.n ?? 0,
      active_sessions: sessions.length,
      last_seen_at: sessions[0]?.at.toISOString() ?? null,
      verification_case: verification ? { id: verification.id, changes: verification.details.changes as VerificationChanges } : null,
      admin_case: asked.find((one) => one.kind === 'admin_grant')?.id ?? null,
      admin_takes_two: ctx.services.config.production,
      second_administrator: second,
    }
  },
})
