import { and, desc, eq, ne } from 'drizzle-orm'
import { type Ctx, withTenant } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { memberAgreedMail } from '#core/kernel/mails/member-mails.ts'
import { queueMails } from '#core/kernel/mails/queue.ts'
import { openUser } from '#core/kernel/people.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { cases, directoryUsers, organizations, signOnIdentities, users } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { askMemberChange, closeMemberChange, MEMBER_CHANGE, type MemberChange, takesTwo } from './by-two.ts'
import { activeMembership, type Entering, enterOrganization } from './enter.ts'
import { type RoleHere, readRole } from './role.ts'

/** What such a case is about: somebody who is no member yet, by the id of their account. */
const NEW_MEMBER = 'new_member'
type Entry = MemberChange & { change: 'enter' }

const aboutEntry = (ctx: Pick<Ctx, 'organizationId'>, userId: string) =>
  and(
    eq(cases.organization_id, ctx.organizationId),
    eq(cases.environment, 'production'),
    eq(cases.kind, MEMBER_CHANGE),
    eq(cases.subject_type, NEW_MEMBER),
    eq(cases.subject_id, userId),
  )

/** What was last asked of somebody who is no member: whether it waits, or when it was declined. Null where nothing was. */
export async function readMemberEntry(
  db: Queryable,
  ctx: Pick<Ctx, 'organizationId'>,
  userId: string,
): Promise<{ waits: boolean; declinedAt: Date | null; asked: Entry } | null> {
  const [row] = await db.select().from(cases).where(aboutEntry(ctx, userId)).orderBy(desc(cases.created_at)).limit(1)
  if (!row) return null
  const waits = row.status !== 'decided'
  return { waits, declinedAt: waits ? null : row.decided_at, asked: row.details as unknown as Entry }
}

/**
 * Makes somebody a member whom a sign-on or a directory vouches for; where changes of members take two people, whoever said what such
 * people are is the first, and they wait for the second. The caller holds the organisation, and made sure that they are not in it.
 */
export async function enterOrAsk(
  tx: Tx,
  ctx: Ctx,
  p: Entering & { came: Entry['came'] },
): Promise<{ waits: boolean; audit: AuditInput[]; events: EventInput[] }> {
  if (!(await takesTwo(tx, ctx.organizationId))) {
    await closeMemberChange(tx, ctx, p.userId)
    const entered = await enterOrganization(tx, ctx, p)
    return { waits: false, audit: [entered.audit], events: [entered.event] }
  }
  const held = { role: p.role.role, role_id: p.role.role_id }
  const before = await readMemberEntry(tx, ctx, p.userId)
  if (before?.waits && before.asked.role === held.role && before.asked.role_id === held.role_id)
    return { waits: true, audit: [], events: [] }
  // Two people agree to what both saw: another role is asked for anew.
  await closeMemberChange(tx, ctx, p.userId)
  const role = await readRole(tx, ctx.organizationId, held)
  const whose = p.came === 'sign_on' ? 'for whom the sign-on vouches' : 'whom the directory put in'
  const waits = await askMemberChange(tx, ctx, {
    subject: { type: NEW_MEMBER, id: p.userId },
    summary: `Somebody ${whose} is to be a member, as ${role.name}`,
    change: { change: 'enter', came: p.came, ...held },
    askedBy: p.by[0]!,
    about: p.userId,
  })
  return {
    waits: true,
    audit: [
      {
        action: 'member_entry_asked',
        category: 'user',
        userId: p.userId,
        subject: { type: NEW_MEMBER, id: p.userId },
        details: { ...held, came: p.came, asked_by: p.by[0], case_id: waits.case_id },
      },
    ],
    events: [],
  }
}

/** Makes somebody a member to whom two people agreed. Throws `conflict` where nobody vouches for them any more. */
export async function settleEntry(
  tx: Tx,
  ctx: Ctx,
  userId: string,
  asked: Entry,
  given: { by: string[]; caseId: string; requireBoth: (role: RoleHere) => void },
): Promise<{ what: string; audit: AuditInput[]; events: EventInput[] }> {
  if (await activeMembership(tx, ctx.organizationId, userId))
    throw new AppError('conflict', 'This person is a member already. Refuse it, and change their role instead.')
  if (!(await isVouchedFor(tx, ctx.organizationId, userId, asked.came)))
    throw new AppError('conflict', 'Neither the sign-on nor the directory vouches for this person any more. Refuse it.')
  const role = await readRole(tx, ctx.organizationId, asked)
  given.requireBoth(role)
  const tenant = withTenant(ctx, ctx.organizationId, 'production')
  const entered = await enterOrganization(tx, tenant, { userId, role, came: asked.came, by: given.by })
  const [person] = await tx.select().from(users).where(eq(users.id, userId)).limit(1)
  const [organization] = await tx.select().from(organizations).where(eq(organizations.id, ctx.organizationId)).limit(1)
  const { email } = await openUser(tx, ctx.services, person!)
  const { publicUrl } = ctx.services.config
  await queueMails(tx, ctx.services, [memberAgreedMail({ to: email, organization: organization!.name, role: role.name, publicUrl })])
  return {
    what: role.name,
    audit: [{ ...entered.audit, details: { ...entered.audit.details, case_id: given.caseId } }],
    events: [entered.event],
  }
}

async function isVouchedFor(db: Queryable, organizationId: string, userId: string, came: Entry['came']): Promise<boolean> {
  const [listed] = await db
    .select({ active: directoryUsers.active })
    .from(directoryUsers)
    .where(and(eq(directoryUsers.organization_id, organizationId), eq(directoryUsers.user_id, userId)))
    .limit(1)
  if (listed || came === 'directory') return listed?.active ?? false
  const [known] = await db
    .select({ id: signOnIdentities.id })
    .from(signOnIdentities)
    .where(and(eq(signOnIdentities.organization_id, organizationId), eq(signOnIdentities.user_id, userId)))
    .limit(1)
  return known !== undefined
}

/** Who waits for a second person of the organisation to be let in. */
export async function waitingEntries(db: Queryable, ctx: Ctx): Promise<Set<string>> {
  const tenant = withTenant(ctx, ctx.organizationId, 'production')
  const rows = await db
    .select({ id: cases.subject_id })
    .from(cases)
    .where(inScope(cases, tenant, and(eq(cases.kind, MEMBER_CHANGE), eq(cases.subject_type, NEW_MEMBER), ne(cases.status, 'decided'))))
  return new Set(rows.map((row) => row.id))
}
