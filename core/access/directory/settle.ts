import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { AppError } from '#core/kernel/errors.ts'
import type { Mail } from '#core/kernel/mails/mail.ts'
import { memberRemovedMail } from '#core/kernel/mails/member-mails.ts'
import { openUser } from '#core/kernel/people.ts'
import { coversRole, ownerOf } from '#core/kernel/permissions.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Tx } from '#db/connect.ts'
import { directoryUsers, memberships, organizations, session, users } from '#db/schema.ts'
import { dropWaitingLinks, providerOf } from '../accounts/sign-on-of.ts'
import { askMemberChange, closeMemberChange, readWaitingChanges, takesTwo } from '../members/by-two.ts'
import { endMembership, giveMemberRole, roleOfMember } from '../members/change.ts'
import { enterOrAsk, waitingEntries } from '../members/enter-by-two.ts'
import { type RoleHere, readRole } from '../members/role.ts'
import type { DirectoryCall } from './in-line.ts'
import { type GroupRole, groupRoles } from './roles.ts'
import { ScimError } from './scim.ts'

interface Settled {
  audit: AuditInput[]
  events: EventInput[]
  mails: Mail[]
}

/** What people are whom no group gives a role: what the sign-on says, else who reads everything and changes nothing. */
async function roleWithoutGroup(tx: Tx, { ctx, directory }: DirectoryCall): Promise<GroupRole> {
  const provider = await providerOf(tx, ctx.organizationId)
  return provider
    ? { role: { role: provider.role, role_id: provider.role_id }, by: [provider.saved_by] }
    : { role: { role: 'auditor' as const, role_id: null }, by: [directory.created_by] }
}

type Row = Pick<typeof directoryUsers.$inferSelect, 'id' | 'active' | 'user_id' | 'email_hash'>

/** How some people of a directory stand, read at once: a group has thousands, and meanwhile nobody else changes the organisation. */
async function readStanding(tx: Tx, call: DirectoryCall, rows: readonly Row[]) {
  const { organizationId } = call.ctx
  const ids = rows.flatMap(({ user_id }) => user_id ?? [])
  const members = ids.length
    ? await tx
        .select()
        .from(memberships)
        .where(and(eq(memberships.organization_id, organizationId), inArray(memberships.user_id, ids), isNull(memberships.ended_at)))
    : []
  const isNew = ids.length > members.length
  const roles = new Map<string, Promise<RoleHere>>()
  return {
    memberOf: new Map(members.map((one) => [one.user_id, one])),
    givenTo: await groupRoles(
      tx,
      rows.map((one) => one.id),
    ),
    entering: isNew ? await waitingEntries(tx, call.ctx) : new Set<string>(),
    changing: await readWaitingChanges(
      tx,
      call.ctx,
      members.map((one) => one.id),
    ),
    byTwo: await takesTwo(tx, organizationId),
    withoutGroup: await roleWithoutGroup(tx, call),
    role: (named: GroupRole['role']) => {
      const key = `${named.role}:${named.role_id}`
      if (!roles.has(key)) roles.set(key, readRole(tx, organizationId, named))
      return roles.get(key)!
    },
  }
}

/**
 * Makes of somebody what the directory says: a member in the role of their groups, or none, whose sessions end with this transaction in
 * every process. `enters`: they were not active before. Its owners' roles a directory leaves alone. Where changes of members take two
 * people, whoever comes in or may more than before waits for the second. The caller holds the organisation.
 */
export const settlePerson = async (tx: Tx, call: DirectoryCall, row: Row, { enters }: { enters: boolean }): Promise<Settled> =>
  settleOne(tx, call, row, enters, await readStanding(tx, call, [row]))

async function settleOne(
  tx: Tx,
  call: DirectoryCall,
  row: Row,
  enters: boolean,
  standing: Awaited<ReturnType<typeof readStanding>>,
): Promise<Settled> {
  const { ctx, directory } = call
  const nothing: Settled = { audit: [], events: [], mails: [] }
  if (!row.active) await dropWaitingLinks(tx, { organizationId: ctx.organizationId, emailHash: row.email_hash })
  if (!row.user_id) return nothing
  const member = standing.memberOf.get(row.user_id)
  if (!row.active) {
    await closeMemberChange(tx, ctx, row.user_id)
    return member ? takeOut(tx, call, member) : nothing
  }
  const given = standing.givenTo.get(row.id)
  if (!member) {
    if (!enters && !standing.entering.has(row.user_id)) return nothing
    const { role, by } = given ?? standing.withoutGroup
    const { audit, events } = await enterOrAsk(tx, ctx, { userId: row.user_id, role, came: 'directory', by })
    return { ...nothing, audit, events }
  }
  const wanted = given ?? (member.came === 'directory' ? standing.withoutGroup : null)
  if (!wanted || member.role === 'owner') return nothing
  const waiting = standing.changing.get(member.id)
  const asked = waiting?.change === 'role' && waiting.directory ? waiting.to : null
  if (isSame(member, wanted.role)) {
    if (asked) await closeMemberChange(tx, ctx, member.id)
    return nothing
  }
  if (asked && isSame(asked, wanted.role)) return nothing
  const found = { row: member, before: await roleOfMember(tx, member) }
  const role = await standing.role(wanted.role)
  if (standing.byTwo && !coversRole({ ...ownerOf('issuer'), ...found.before }, role))
    return { ...nothing, audit: await askRole(tx, call, found, role, wanted.by[0]!) }
  if (waiting) await closeMemberChange(tx, ctx, member.id)
  const { audit, event } = await giveMemberRole(tx, ctx, found, role, wanted.by)
  return { ...nothing, audit: [{ ...audit, details: { ...audit.details, directory: directory.id } }], events: [event] }
}

const isSame = (a: Pick<RoleHere, 'role' | 'role_id'>, b: Pick<RoleHere, 'role' | 'role_id'>) =>
  a.role === b.role && a.role_id === b.role_id

/** Asks for a role that may more than the one before. It takes the place of another role that waits for the same member. */
async function askRole(
  tx: Tx,
  { ctx, directory }: DirectoryCall,
  { row, before }: { row: typeof memberships.$inferSelect; before: RoleHere },
  role: RoleHere,
  by: string,
): Promise<AuditInput[]> {
  const to = { role: role.role, role_id: role.role_id }
  await closeMemberChange(tx, ctx, row.id)
  const waits = await askMemberChange(tx, ctx, {
    subject: { type: 'membership', id: row.id },
    summary: `By the directory, a member is to be ${role.name} instead of ${before.name}`,
    change: { change: 'role', from: { role: row.role, role_id: row.role_id }, to, directory: directory.id },
    ...{ askedBy: by, about: row.user_id },
  })
  return [
    {
      action: 'member_role_asked',
      category: 'user',
      userId: row.user_id,
      subject: { type: 'membership', id: row.id },
      details: { from: before.role, ...to, case_id: waits.case_id },
    },
  ]
}

async function takeOut(tx: Tx, { ctx, directory }: DirectoryCall, member: typeof memberships.$inferSelect): Promise<Settled> {
  const [person] = await tx.select().from(users).where(eq(users.id, member.user_id)).limit(1)
  const [organization] = await tx.select().from(organizations).where(eq(organizations.id, ctx.organizationId)).limit(1)
  const ended = await endMembership(tx, ctx, member, directory.id, 'taken_out').catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'last_owner') throw new ScimError(409, error.message, 'mutability')
    throw error
  })
  await tx.delete(session).where(eq(session.userId, person!.auth_id))
  const { email } = await openUser(tx, ctx.services, person!)
  const { publicUrl } = ctx.services.config
  return {
    audit: [ended.audit],
    events: ended.events,
    mails: [memberRemovedMail({ to: email, organization: organization!.name, publicUrl })],
  }
}

/** The same for everybody of some ids, after a change of their groups. */
export async function settleAll(tx: Tx, call: DirectoryCall, ids: readonly string[]): Promise<Settled> {
  const settled: Settled = { audit: [], events: [], mails: [] }
  if (!ids.length) return settled
  const rows = await tx
    .select()
    .from(directoryUsers)
    .where(
      and(
        inArray(directoryUsers.id, [...ids]),
        eq(directoryUsers.organization_id, call.ctx.organizationId),
        eq(directoryUsers.active, true),
      ),
    )
    .orderBy(asc(directoryUsers.id))
  const standing = await readStanding(tx, call, rows)
  for (const row of rows) {
    const one = await settleOne(tx, call, row, false, standing)
    settled.audit.push(...one.audit)
    settled.events.push(...one.events)
    settled.mails.push(...one.mails)
  }
  return settled
}
