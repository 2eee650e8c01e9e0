import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Actor, Ctx, Environment } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { memberIn, primaryRole, readMember, serviceIn } from '#core/kernel/members.ts'
import { openUser } from '#core/kernel/people.ts'
import { type Member, ownerOf, requireCovers } from '#core/kernel/permissions.ts'
import type { Services } from '#core/kernel/services.ts'
import { apiKeys, serviceAccounts, userRoles, users } from '#db/schema.ts'
import { requireStepUp } from '../accounts/step-up.ts'

/**
 * The person who made a key, for the few functions that act for a person: with the role of now, without a second factor, so that
 * nothing which asks for one is done by a key. Throws `forbidden` when nobody stands behind it, as behind a throw-away sandbox.
 */
export async function keyMaker(services: Services, key: Actor & { type: 'api_key' }): Promise<Actor & { type: 'user' }> {
  const [row] = await services.connection.db
    .select({
      user: users,
      member: memberIn(users.id, apiKeys.organization_id),
      roles: sql<string[] | null>`(select array_agg(${userRoles.role}) from ${userRoles} where ${userRoles.user_id} = ${users.id})`,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.created_by))
    .where(and(eq(apiKeys.id, key.id), isNull(apiKeys.service_account_id)))
    .limit(1)
  if (!row || row.user.suspended_at || row.user.organization_id !== key.organizationId)
    throw new AppError('forbidden', 'This acts for a person, and nobody stands behind this key. Sign in, or use a key you made yourself.')
  return {
    type: 'user',
    id: row.user.id,
    organizationId: key.organizationId,
    home: row.user.organization_id,
    role: primaryRole(row.roles ?? []),
    member: row.member,
    email: (await openUser(services.connection.db, services, row.user)).email,
    sessionId: key.id,
    secondFactorAt: null,
    byKey: true,
  }
}

/** Asks who makes or renews a key to prove anew who they are, where it acts on real people. Throws `step_up_required`. */
export function requireProven(ctx: Ctx, environment: Environment): void {
  if (ctx.services.worldOf(environment).people.provenForKeys) requireStepUp(ctx, { own: !ctx.services.config.requireSecondFactor })
}

/**
 * Whom a new key acts for, and what they are in the organisation: who is signed in, the person of the key that makes it, or the one an
 * operator names. A tenant nobody stands behind has the least standing.
 */
export async function personBehind(ctx: Ctx, named?: string): Promise<{ id: string; member: Member | null }> {
  const { actor } = ctx
  if (actor.type === 'user') return { id: actor.id, member: actor.member }
  const [maker] =
    actor.type === 'api_key' ? await ctx.db.select({ id: apiKeys.created_by }).from(apiKeys).where(eq(apiKeys.id, actor.id)).limit(1) : []
  const id = maker?.id ?? named ?? actor.id
  if (actor.type === 'api_key') return { id, member: actor.member }
  const [person] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, id)).limit(1)
  return { id, member: person ? await readMember(ctx.db, id, ctx.organizationId) : ownerOf('investor') }
}

/** What a service account of the organisation is in it, for a new key of its own: nobody makes one that may more than they. Throws `validation_failed`, `forbidden`. */
export async function programBehind(ctx: Ctx, id: string): Promise<Member> {
  const [found] = await ctx.db
    .select({ member: serviceIn(serviceAccounts.id), name: serviceAccounts.name })
    .from(serviceAccounts)
    .where(and(eq(serviceAccounts.id, id), eq(serviceAccounts.organization_id, ctx.organizationId)))
    .limit(1)
  if (!found?.member) throw invalidField('/service_account_id', 'unknown_service_account', 'Name a service account that has not ended.')
  requireCovers(ctx, { ...found.member, name: `of ${found.name}` })
  return found.member
}
