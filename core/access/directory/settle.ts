import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Mail } from '#core/kernel/mails/mail.ts'
import { memberRemovedMail } from '#core/kernel/mails/member-mails.ts'
import { openUser } from '#core/kernel/people.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Tx } from '#db/connect.ts'
import { directoryUsers, type memberships, organizations, session, users } from '#db/schema.ts'
import { providerOf } from '../accounts/sign-on-of.ts'
import { endMembership, giveMemberRole, roleOfMember } from '../members/change.ts'
import { activeMembership, enterOrganization } from '../members/enter.ts'
import { readRole } from '../members/role.ts'
import { groupRole } from './roles.ts'
import { ScimError } from './scim.ts'

/** Who makes a change of a directory: the call, and the person who let it in. */
interface By {
  ctx: Ctx
  directory: { id: string; created_by: string }
}

interface Settled {
  audit: AuditInput[]
  events: EventInput[]
  mails: Mail[]
}

/** What people are whom no group gives a role: what the sign-on says, else who reads everything and changes nothing. */
async function roleWithoutGroup(tx: Tx, { ctx, directory }: By) {
  const provider = await providerOf(tx, ctx.organizationId)
  return provider
    ? { role: { role: provider.role, role_id: provider.role_id }, by: [provider.saved_by] }
    : { role: { role: 'auditor' as const, role_id: null }, by: [directory.created_by] }
}

/**
 * Makes of somebody what the directory says: a member in the role of their groups, or none, whose sessions end with this transaction in
 * every process. `enters`: they were not active before. Its owners' roles a directory leaves alone. The caller holds the organisation.
 */
export async function settlePerson(
  tx: Tx,
  call: By,
  row: Pick<typeof directoryUsers.$inferSelect, 'id' | 'active' | 'user_id'>,
  { enters }: { enters: boolean },
): Promise<Settled> {
  const { ctx, directory } = call
  const nothing: Settled = { audit: [], events: [], mails: [] }
  if (!row.user_id) return nothing
  const member = await activeMembership(tx, ctx.organizationId, row.user_id)
  if (!row.active) return member ? takeOut(tx, call, member) : nothing
  const given = await groupRole(tx, row.id)
  if (!member) {
    if (!enters) return nothing
    const { role, by } = given ?? (await roleWithoutGroup(tx, call))
    const entered = await enterOrganization(tx, ctx, { userId: row.user_id, role, came: 'directory', by })
    return { ...nothing, audit: [entered.audit], events: [entered.event] }
  }
  const wanted = given ?? (member.came === 'directory' ? await roleWithoutGroup(tx, call) : null)
  if (!wanted || member.role === 'owner' || (member.role === wanted.role.role && member.role_id === wanted.role.role_id)) return nothing
  const found = { row: member, before: await roleOfMember(tx, member) }
  const role = await readRole(tx, ctx.organizationId, wanted.role)
  const { audit, event } = await giveMemberRole(tx, ctx, found, role, wanted.by)
  return { ...nothing, audit: [{ ...audit, details: { ...audit.details, directory: directory.id } }], events: [event] }
}

async function takeOut(tx: Tx, { ctx, directory }: By, member: typeof memberships.$inferSelect): Promise<Settled> {
  const [person] = await tx.select().from(users).where(eq(users.id, member.user_id)).limit(1)
  const [organization] = await tx.select().from(organizations).where(eq(organizations.id, ctx.organizationId)).limit(1)
  const ended = await endMembership(tx, ctx, member, directory.id, 'removed').catch((error: unknown) => {
    if (error instanceof AppError && (error.code === 'last_owner' || error.code === 'second_person_required'))
      throw new ScimError(409, error.message, 'mutability')
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
export async function settleAll(tx: Tx, call: By, ids: readonly string[]): Promise<Settled> {
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
  for (const row of rows) {
    const one = await settlePerson(tx, call, row, { enters: false })
    settled.audit.push(...one.audit)
    settled.events.push(...one.events)
    settled.mails.push(...one.mails)
  }
  return settled
}
