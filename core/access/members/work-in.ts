import { and, asc, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { type Actor, withTenant } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import { roleInWords } from '#core/kernel/permissions.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import type { Queryable } from '#db/connect.ts'
import { memberships, organizationRoles, organizations, session } from '#db/schema.ts'
import { ownUser } from '../accounts/own-user.ts'

/** Organisations one person makes. */
const MOST_FOUNDED = 10

/** Lets a person's session work in an organisation, and those they open later begin there. */
export async function chooseWithin(db: Queryable, actor: Actor & { type: 'user' }, organizationId: string): Promise<void> {
  await db.update(session).set({ activeOrganizationId: organizationId }).where(eq(session.id, actor.sessionId))
  await db
    .update(memberships)
    .set({ chosen_at: new Date() })
    .where(and(eq(memberships.user_id, actor.id), eq(memberships.organization_id, organizationId), isNull(memberships.ended_at)))
}

export interface OwnOrganization {
  id: string
  name: string
  role: string
  /** Where the person works now. */
  active: boolean
  /** Set while it is about to be deleted. */
  ends_at: string | null
}

/** The organisations the signed-in person belongs to, in the order they came to them. */
export const listOwnOrganizations = definePageVerb({
  name: 'organizations.list_own',
  permission: 'account.keep',
  run: async ({ ctx }): Promise<OwnOrganization[]> => {
    const rows = await ctx.db
      .select({
        id: organizations.id,
        name: organizations.name,
        role: memberships.role,
        own: organizationRoles.name,
        ends_at: organizations.ends_at,
      })
      .from(memberships)
      .innerJoin(organizations, and(eq(organizations.id, memberships.organization_id), isNull(organizations.ended_at)))
      .leftJoin(organizationRoles, eq(organizationRoles.id, memberships.role_id))
      .where(and(eq(memberships.user_id, ctx.actor.id), isNull(memberships.ended_at)))
      .orderBy(asc(memberships.joined_at), asc(memberships.id))
      .limit(100)
    return rows.map(({ id, name, role, own, ends_at }) => ({
      id,
      name,
      role: own ?? roleInWords(role),
      active: id === ctx.organizationId,
      ends_at: ends_at?.toISOString() ?? null,
    }))
  },
})

/** Lets the signed-in person work in another organisation of theirs. Throws `not_found` for one they do not belong to. */
export const workIn = definePageVerb({
  name: 'organizations.work_in',
  permission: 'account.keep',
  input: z.strictObject({ organization_id: z.string().max(60) }),
  run: async ({ ctx, input }): Promise<{ organization_id: string; name: string }> => {
    const { actor } = ctx
    if (actor.type !== 'user' || actor.byKey) throw new AppError('forbidden', 'A key works in its own organisation alone.')
    if (actor.signOn && actor.signOn.organizationId !== input.organization_id)
      throw new AppError(
        'forbidden',
        'You signed in with your organisation, and work in it alone. Sign in with your own proof to work elsewhere.',
      )
    const [row] = await ctx.db
      .select({ name: organizations.name })
      .from(memberships)
      .innerJoin(organizations, and(eq(organizations.id, memberships.organization_id), isNull(organizations.ended_at)))
      .where(and(eq(memberships.user_id, actor.id), eq(memberships.organization_id, input.organization_id), isNull(memberships.ended_at)))
      .limit(1)
    if (!row) throw new AppError('not_found', 'You do not belong to this organisation, or not any more.')
    // no event: where somebody works concerns no integrator.
    return write(withTenant(ctx, input.organization_id, 'production'), async (tx) => {
      await chooseWithin(tx, actor, input.organization_id)
      return {
        result: { organization_id: input.organization_id, name: row.name },
        audit: {
          action: 'organization_chosen',
          category: 'user',
          subject: { type: 'organization', id: input.organization_id },
          details: { from: ctx.organizationId },
        },
      }
    })
  },
})

/** Makes another organisation of the signed-in person, which counts towards the limits of their first, and lets them work in it. */
export const createOrganization = definePageVerb({
  name: 'organizations.create',
  permission: 'account.write',
  input: z.strictObject({ name: z.string().trim().min(1, 'Please enter a name').max(200, 'At most 200 characters') }),
  run: async ({ ctx, input }): Promise<{ id: string; name: string }> => {
    const { actor } = ctx
    if (actor.type !== 'user' || actor.byKey) throw new AppError('forbidden', 'A person makes an organisation, signed in.')
    const person = await ownUser(ctx)
    const id = newId('organization')
    // no event: nobody listens to what was not there yet.
    return write(withTenant(ctx, id, 'production'), async (tx) => {
      const founded = await tx
        .select({ id: memberships.id })
        .from(memberships)
        .where(and(eq(memberships.user_id, actor.id), eq(memberships.came, 'founded'), isNull(memberships.ended_at)))
        .for('update')
      if (founded.length >= MOST_FOUNDED)
        throw new AppError('conflict', `One person makes at most ${MOST_FOUNDED} organisations. Delete one that is not used any more.`)
      await tx.insert(organizations).values({ id, name: input.name, budget_id: person.organization_id })
      await tx
        .insert(memberships)
        .values({ id: newId('membership'), organization_id: id, user_id: actor.id, role: 'owner', came: 'founded' })
      await chooseWithin(tx, actor, id)
      return {
        result: { id, name: input.name },
        audit: {
          action: 'organization_made',
          category: 'user',
          userId: actor.id,
          subject: { type: 'organization', id },
          details: { role: 'owner' },
          standing: [`organization:${id}`],
        },
      }
    })
  },
})
