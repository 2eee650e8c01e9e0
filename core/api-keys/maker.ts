import { eq, sql } from 'drizzle-orm'
import { apiKeys, userRoles, users } from '#db/schema.ts'
import { primaryRole } from '../accounts/session.ts'
import type { Actor } from '../context.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'

/**
 * The person who made a key, for the few functions that act for a person: with the role of now, without a second factor, so that
 * nothing which asks for one is done by a key. Throws `forbidden` when nobody stands behind it, as behind a throw-away sandbox.
 */
export async function keyMaker(services: Services, key: Actor & { type: 'api_key' }): Promise<Actor & { type: 'user' }> {
  const [row] = await services.connection.db
    .select({
      user: users,
      roles: sql<string[] | null>`(select array_agg(${userRoles.role}) from ${userRoles} where ${userRoles.user_id} = ${users.id})`,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.created_by))
    .where(eq(apiKeys.id, key.id))
    .limit(1)
  if (!row || row.user.organization_id !== key.organizationId)
    throw new AppError('forbidden', 'This acts for a person, and nobody stands behind this key. Sign in, or use a key you made yourself.')
  return {
    type: 'user',
    id: row.user.id,
    organizationId: key.organizationId,
    role: primaryRole(row.roles ?? []),
    email: row.user.email,
    sessionId: key.id,
    secondFactorAt: null,
  }
}
