import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Queryable } from '#db/connect.ts'
import { apiKeys, memberships, userRoles, users } from '#db/schema.ts'
import { sameActor } from './scope.ts'

/** So long nobody agrees to what was asked by whoever gave them their role, or by whom they gave theirs. */
const APART_MS = 24 * 3_600_000

/**
 * Refuses somebody whose membership ended since their call began: a word of theirs that takes long to arrive counts no more. Within a
 * transaction, so that whoever is removed now waits for it, or it for them. Throws `forbidden`.
 */
export async function requireNotRemoved(tx: Queryable, { actor, organizationId }: Pick<Ctx, 'actor' | 'organizationId'>): Promise<void> {
  if (actor.type !== 'user' || actor.organizationId !== organizationId) return
  const rows = await tx
    .select({ ended: memberships.ended_at })
    .from(memberships)
    .where(and(eq(memberships.user_id, actor.id), eq(memberships.organization_id, organizationId)))
    .for('share')
  if (rows.length && rows.every(({ ended }) => ended !== null))
    throw new AppError('forbidden', 'You are no member of this organisation any more, so nothing was decided.')
}

/**
 * Makes sure that whoever agrees now is another person than the one who asked, and not one made for it. In production nobody makes
 * their own second person: a role given by the one who asked, or to the one who asked, keeps its giver from agreeing for a day, as
 * do roles that both were given by one and the same person, be it through others; and a role given after something was asked for
 * never counts for that act. So with the roles of the platform, and with those in the organisation, to be invited into which is to
 * be given one. Nor does the word of somebody count who was removed since their call began. Throws `second_person_required`, `forbidden`.
 */
export async function requireSecondPerson(
  db: Queryable,
  tenant: Ctx,
  first: {
    by: string
    /** When it was asked for; null where that does not matter, as for who answers an appeal. */
    at: Date | null
    /** Whether a role given later counts for it once it is a day old: papers wait to be read, whoever joins meanwhile. */
    waits?: boolean
    /** What to say to the person who asked. */
    own: string
  },
): Promise<void> {
  const { actor } = tenant
  await requireNotRemoved(db, tenant)
  if (await sameActor(db, tenant.world, first.by, actor.id)) throw new AppError('second_person_required', first.own)
  if (tenant.world.people.playedByOne || actor.type === 'system') return
  const [asking, agreeing] = await personsOf(db, [first.by, actor.id])
  const roles = await db
    .select()
    .from(userRoles)
    .where(inArray(userRoles.user_id, [asking!, agreeing!]))
  const since = Date.now() - APART_MS
  const ofTwo = inArray(memberships.user_id, [asking!, agreeing!])
  // Who gave a role and left is asked after as well.
  const all = await db
    .select()
    .from(memberships)
    .where(and(eq(memberships.organization_id, tenant.organizationId), or(ofTwo, gt(memberships.role_since, new Date(since)))))
  const members = all.filter((row) => row.ended_at === null && [asking, agreeing].includes(row.user_id))
  const given = [
    ...roles.map((row) => ({ to: row.user_id, by: row.granted_by, at: row.granted_at })),
    ...members.map((row) => ({ to: row.user_id, by: [row.invited_by, ...row.role_given_by], at: row.role_since })),
  ]
  const madeBy = (one: string, other: string) =>
    given.some(({ to, by, at }) => to === one && by.includes(other) && (at?.getTime() ?? 0) > since)
  if (madeBy(agreeing!, asking!) || madeBy(asking!, agreeing!))
    throw new AppError(
      'second_person_required',
      'One of you gave the other their role less than a day ago. Somebody else agrees, or you do once that day is over.',
    )
  const behind = makersOf(agreeing!, all, since)
  if ([...makersOf(asking!, all, since)].some((one) => behind.has(one)))
    throw new AppError(
      'second_person_required',
      'One and the same person brought in both of you less than a day ago. Somebody else agrees, or you do once that day is over.',
    )
  // A member agrees as one; an administrator of the platform, to what is its own, by that role.
  const own =
    members.find((row) => row.user_id === agreeing)?.role_since ??
    (actor.type !== 'anonymous' && actor.role === 'admin'
      ? roles.find((row) => row.user_id === agreeing && row.role === 'admin')?.granted_at
      : null)
  if (first.at && own && own > first.at && (!first.waits || own.getTime() > since))
    throw new AppError(
      'second_person_required',
      first.waits
        ? 'You got your role after this was asked for, and less than a day ago. Somebody else looks at it, or you do once that day is over.'
        : 'You got your role after this was asked for. Somebody who had theirs before agrees, or it is refused and asked for anew.',
    )
}

/** Somebody, and whoever gave them their role in the organisation since then, through others too. */
function makersOf(one: string, members: readonly (typeof memberships.$inferSelect)[], since: number): Set<string> {
  const found = new Set([one])
  // A set goes on with what is put into it meanwhile.
  for (const person of found)
    for (const row of members)
      if (row.user_id === person && row.role_since.getTime() > since)
        for (const by of [row.invited_by, ...row.role_given_by]) if (by?.startsWith('usr_')) found.add(by)
  return found
}

/** The people behind people and keys. */
async function personsOf(db: Queryable, ids: [string, string]): Promise<string[]> {
  const keys = await db.select({ id: apiKeys.id, by: apiKeys.created_by }).from(apiKeys).where(inArray(apiKeys.id, ids))
  return ids.map((id) => keys.find((key) => key.id === id)?.by ?? id)
}

/** Whether somebody besides these people is administrator and could agree. */
export async function hasOtherAdmin(db: Queryable, besides: string[]): Promise<boolean> {
  const admins = await db
    .select({ id: userRoles.user_id })
    .from(userRoles)
    .innerJoin(users, and(eq(users.id, userRoles.user_id), isNull(users.suspended_at)))
    .where(eq(userRoles.role, 'admin'))
  return admins.some((row) => !besides.includes(row.id))
}
