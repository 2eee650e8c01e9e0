import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import { type Ctx, withTenant } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { membersWho } from '#core/kernel/members.ts'
import type { MemberRole } from '#core/kernel/permissions.ts'
import { closeCases } from '#core/record/cases/close.ts'
import { recordEvents } from '#core/record/events/events.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { cases, tenantFacts } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Json } from '#engine/canonical.ts'
import { askSecond, type SecondPerson } from '../second-person/ask-second.ts'

/** Kind of the cases in which a change of members waits for its second person. */
export const MEMBER_CHANGE = 'member_role'
/** The fact by which an organisation wants it so. It counts as said in production, for both environments: people belong to both. */
export const BY_TWO = 'member_changes_by_two'

/** What waits: somebody to invite or to let in, the end of the organisation, a role to give, or words by which one person may do what took two, such as the end of this rule itself. */
export type MemberChange =
  | ({ change: 'invite' } & RoleNamed)
  | ({ change: 'enter'; came: 'sign_on' | 'directory' } & RoleNamed)
  | { change: 'end' }
  | { change: 'role'; from: RoleNamed; to: RoleNamed; directory?: string }
  | { change: 'policy'; values: Readonly<Record<string, Json>>; before: Readonly<Record<string, Json>>; note: string | null }
interface RoleNamed {
  role: MemberRole
  role_id: string | null
}

/** Whether invitations and changes of roles take two people of the organisation. */
export async function takesTwo(db: Queryable, organizationId: string): Promise<boolean> {
  const [word] = await db
    .select({ value: tenantFacts.value })
    .from(tenantFacts)
    .where(and(eq(tenantFacts.organization_id, organizationId), eq(tenantFacts.environment, 'production'), eq(tenantFacts.fact, BY_TWO)))
    .orderBy(desc(tenantFacts.at), desc(tenantFacts.id))
    .limit(1)
  return word?.value === true
}

/** A change as one of the organisation as a whole: the case stands with production, whichever environment a key is of. */
const whole = (ctx: Ctx): Ctx => withTenant(ctx, ctx.organizationId, 'production')

/** Asks for a change of members: another person who may make it agrees or declines. Throws `already_exists` while the same waits. */
export async function askMemberChange(
  tx: Tx,
  ctx: Ctx,
  p: { subject: { type: string; id: string }; summary: string; change: MemberChange; askedBy: string; about?: string },
): Promise<SecondPerson> {
  const tenant = whole(ctx)
  const { waits, events } = await askSecond(tx, tenant, {
    kind: MEMBER_CHANGE,
    subject: p.subject,
    summary: p.summary,
    word: { reason_code: 'member_change' },
    like: likeOf(p.change),
    ...(ctx.actor.type === 'system' && { by: p.askedBy }),
    // Nobody decides about themselves.
    details: { ...p.change, asked_by: p.askedBy, ...(p.about && { user_id: p.about }) },
  })
  await recordEvents(tx, tenant, events)
  return waits
}

/** Of one organisation its end can wait beside a change of its rules; of a member or an invitation one change. */
const likeOf = ({ change }: MemberChange) => (change === 'end' || change === 'policy' ? { change } : undefined)

/** The changes that wait about memberships, by their ids. */
export async function readWaitingChanges(db: Queryable, ctx: Ctx, ids: readonly string[]): Promise<Map<string, MemberChange>> {
  if (!ids.length) return new Map()
  const rows = await db
    .select({ id: cases.subject_id, details: cases.details })
    .from(cases)
    .where(inScope(cases, whole(ctx), and(eq(cases.kind, MEMBER_CHANGE), inArray(cases.subject_id, [...ids]), ne(cases.status, 'decided'))))
  return new Map(rows.map((row) => [row.id, row.details as unknown as MemberChange]))
}

/** Closes what waits about a membership or an invitation that is no more. */
export async function closeMemberChange(tx: Tx, ctx: Ctx, subjectId: string): Promise<void> {
  const tenant = whole(ctx)
  await recordEvents(tx, tenant, await closeCases(tx, tenant, { subjectId, kind: MEMBER_CHANGE, outcome: 'refuse' }))
}

/** Refuses what would be done by one person where it takes two. The caller holds the organisation. Throws `second_person_required`. */
export async function refuseAlone(tx: Tx, organizationId: string, instead: string): Promise<void> {
  if (await takesTwo(tx, organizationId))
    throw new AppError('second_person_required', `Changes of members take two people of this organisation. ${instead}`)
}

/** Who of the organisation may change its members, and so can agree. */
export const whoChanges = (db: Queryable, organizationId: string): Promise<string[]> => membersWho(db, organizationId, 'members.write')

/**
 * Where changes take two people, two stay who can make them: else nobody could agree to anything, not even to end the rule. Called
 * after the change, in its transaction. Throws `second_person_required`.
 */
export async function requireTwoLeft(tx: Tx, organizationId: string): Promise<void> {
  if ((await takesTwo(tx, organizationId)) && (await whoChanges(tx, organizationId)).length < 2)
    throw new AppError(
      'second_person_required',
      'Changes of members take two people here, and this would leave fewer who may make them. Let somebody else become owner or admin first, or end that rule together.',
    )
}
