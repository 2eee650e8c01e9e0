import { eq } from 'drizzle-orm'
import { session as sessions, userRoles, users } from '#db/schema.ts'
import type { Actor, Ctx } from '../context.ts'
import { ROLES, type Role } from '../permissions.ts'
import type { Services } from '../services.ts'
import type { Auth } from './auth-library.ts'

/** Admin wins over issuer, which wins over investor; nobody is without a role. */
export function primaryRole(roles: readonly string[]): Role {
  return ROLES.find((role) => roles.includes(role)) ?? 'investor'
}

/** The user as the browser knows it (product spec, section 3). */
export interface SessionUser {
  id: string
  email: string
  firstName: string
  lastName: string
  role: Role
  isVerified: boolean
  profileCompleted: boolean
  mfaEnabled: boolean
  createdAt: string
  updatedAt: string
}

export interface SignedIn {
  actor: Actor & { type: 'user' }
  user: SessionUser
  expiresAt: Date
  token: string
}

/** Who is signed in by the request's cookie, or null. */
export async function readSession(services: Services, auth: Auth, headers: Headers): Promise<SignedIn | null> {
  if (!headers.get('cookie')?.includes('sealwright')) return null
  const found = await auth.api.getSession({ headers })
  if (!found) return null
  const { db } = services.connection
  const [row] = await db.select().from(users).where(eq(users.auth_id, found.user.id)).limit(1)
  const roles = row ? await db.select({ role: userRoles.role }).from(userRoles).where(eq(userRoles.user_id, row.id)) : []
  const role = primaryRole(roles.map((r) => r.role))
  const [secondFactor] = await db.select({ at: sessions.secondFactorAt }).from(sessions).where(eq(sessions.id, found.session.id)).limit(1)
  return {
    actor: {
      type: 'user',
      id: row?.id ?? found.user.id,
      organizationId: row?.organization_id ?? 'none',
      role,
      email: found.user.email,
      sessionId: found.session.id,
      secondFactorAt: secondFactor?.at?.getTime() ?? null,
    },
    user: {
      id: row?.id ?? found.user.id,
      email: found.user.email,
      firstName: row?.first_name ?? 'Unknown',
      lastName: row?.last_name ?? 'User',
      role,
      isVerified: row?.is_verified ?? false,
      profileCompleted: row?.profile_completed ?? false,
      mfaEnabled: row?.mfa_enabled ?? false,
      createdAt: (row?.created_at ?? found.user.createdAt).toISOString(),
      updatedAt: (row?.updated_at ?? found.user.updatedAt).toISOString(),
    },
    expiresAt: found.session.expiresAt,
    token: found.session.token,
  }
}

/** The call context of a signed-in person working in one environment of their organisation. */
export function userCtx(base: Ctx, signedIn: SignedIn, environment: Ctx['environment']): Ctx {
  return { ...base, actor: signedIn.actor, organizationId: signedIn.actor.organizationId, environment }
}
