import { and, eq, isNull, ne, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { secondPerson } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { memberRemovedMail, memberRoleMail, ownershipMail } from '#core/kernel/mails/member-mails.ts'
import { queueMails } from '#core/kernel/mails/queue.ts'
import { openUsers } from '#core/kernel/people.ts'
import { requireCovers, roleInWords } from '#core/kernel/permissions.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { notify } from '#core/record/notifications/notify.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb, defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { cases, memberInvitations, memberships, organizationRoles, organizations, session, users } from '#db/schema.ts'
import { dropWaitingLinks } from '../accounts/sign-on-of.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { keyCache } from '../api-keys/authenticate.ts'
import { personBehind } from '../api-keys/maker.ts'
import type { SecondPerson } from '../second-person/ask-second.ts'
import { askMemberChange, closeMemberChange, refuseAlone, requireTwoLeft, takesTwo } from './by-two.ts'
import { memberById } from './list.ts'
import { keepingStanding, lockOrganization, ofOrganization, type RoleHere, readRole, refuseLastOwner, requireProof } from './role.ts'
import { memberAnswer, roleGiven } from './shape.ts'

type Row = typeof memberships.$inferSelect

async function lockMember(tx: Tx, ctx: Ctx, id: string): Promise<{ row: Row; before: RoleHere }> {
  const row = await lockMembership(tx, ctx, eq(memberships.id, id))
  return { row, before: await roleOfMember(tx, row) }
}

async function lockMembership(tx: Tx, ctx: Ctx, which: SQL): Promise<Row> {
  const [row] = await tx
    .select()
    .from(memberships)
    .where(and(which, eq(memberships.organization_id, ctx.organizationId), isNull(memberships.ended_at)))
    .for('update')
    .limit(1)
  if (!row) throw notFound()
  return row
}

export async function roleOfMember(tx: Tx, row: Pick<Row, 'role' | 'role_id'>): Promise<RoleHere> {
  const [own] = row.role_id ? await tx.select().from(organizationRoles).where(eq(organizationRoles.id, row.role_id)).limit(1) : []
  return { role: row.role, role_id: row.role_id, permissions: own?.permissions ?? null, name: own?.name ?? roleInWords(row.role) }
}

/** The people of some ids with their names, by id. */
async function people(tx: Tx, ctx: Ctx, ids: string[]) {
  const rows = await Promise.all(ids.map((id) => tx.select().from(users).where(eq(users.id, id)).limit(1)))
  const known = await openUsers(tx, ctx.services, rows.flat())
  return new Map(known.map((one) => [one.id, one]))
}

/** Gives a member another role, and says what to audit and tell. What was asked for before is not theirs to agree to. */
export async function giveMemberRole(
  tx: Tx,
  ctx: Ctx,
  { row, before }: { row: Row; before: RoleHere },
  role: RoleHere,
  by: string[],
): Promise<{ audit: AuditInput; event: EventInput }> {
  const give = () =>
    tx
      .update(memberships)
      .set({ role: role.role, role_id: role.role_id, role_since: new Date(), role_given_by: by })
      .where(eq(memberships.id, row.id))
  // What an organisation may comes of its owners alone.
  await (row.role === 'owner' ? keepingStanding(tx, row.organization_id, give) : give())
  await notify(tx, ctx, {
    userId: row.user_id,
    title: 'Your role changed',
    body: `You were ${before.name} and are ${role.name} now.`,
    href: '/settings/team',
  })
  return {
    audit: {
      action: 'member_role_changed',
      category: 'user',
      userId: row.user_id,
      subject: { type: 'membership', id: row.id },
      details: { from: before.role, role: role.role, role_id: role.role_id, given_by: by },
    },
    event: {
      type: 'member.role_changed',
      resource: { type: 'membership', id: row.id },
      object: { member: { id: row.id, user_id: row.user_id, role: role.role, role_id: role.role_id } },
      previous: { role: before.role, role_id: before.role_id },
    },
  }
}

/** Gives the role that two people agreed to, if the member still has the one they saw. */
export async function settleRole(
  tx: Tx,
  ctx: Ctx,
  id: string,
  asked: { from: Pick<Row, 'role' | 'role_id'>; to: Pick<Row, 'role' | 'role_id'> },
  given: { by: string[]; caseId: string; requireBoth: (role: RoleHere) => void },
): Promise<{ what: string; audit: AuditInput[]; events: EventInput[] }> {
  const found = await lockMember(tx, ctx, id).catch(() => null)
  if (found?.row.role !== asked.from.role || found.row.role_id !== asked.from.role_id)
    throw new AppError('conflict', 'The role changed since this was asked for. Refuse it, and ask again if it is still wanted.')
  const role = await readRole(tx, ctx.organizationId, asked.to)
  given.requireBoth(found.before)
  given.requireBoth(role)
  if (role.role !== 'owner') await refuseLastOwner(tx, found.row)
  const { audit, event } = await giveMemberRole(tx, ctx, found, role, given.by)
  await queueMails(tx, ctx.services, await mailOfRole(tx, ctx, found, role))
  return { what: role.name, audit: [{ ...audit, details: { ...audit.details, case_id: given.caseId } }], events: [event] }
}

async function mailOfRole(tx: Tx, ctx: Ctx, { row, before }: { row: Row; before: RoleHere }, role: RoleHere) {
  const person = (await people(tx, ctx, [row.user_id])).get(row.user_id)
  const [organization] = await tx.select().from(organizations).where(eq(organizations.id, row.organization_id)).limit(1)
  const { publicUrl } = ctx.services.config
  return person
    ? [memberRoleMail({ to: person.email, organization: organization!.name, from: before.name, role: role.name, publicUrl })]
    : []
}

const changedMember = memberAnswer.extend({
  second_person: secondPerson.nullable().meta({ description: 'What waits for another person; null when it is done' }),
})

/**
 * Gives a member another role; their keys do no more than that from their next call. Where changes of members take two people, it waits
 * for the second. Throws `not_found`, `forbidden` for a role, old or new, that may more than the caller, and `last_owner`.
 */
export const changeMemberRole = defineVerb({
  name: 'members.change_role',
  permission: 'members.write',
  input: byId('Id of the membership').extend(roleGiven),
  noted: ['forbidden', 'last_owner'],
  output: changedMember,
  run: async ({ ctx: base, input }) => {
    requireProof(base)
    const ctx = ofOrganization(base)
    const by = await personBehind(ctx)
    // no event: where it waits, that of its case.
    const done = await write(ctx, async (tx) => {
      await lockOrganization(tx, ctx.organizationId)
      const found = await lockMember(tx, ctx, input.id)
      const role = await readRole(tx, ctx.organizationId, input)
      requireCovers(ctx, found.before)
      requireCovers(ctx, role)
      if (found.row.role === role.role && found.row.role_id === role.role_id)
        throw new AppError('invalid_transition', `This member is ${role.name} already.`)
      if (role.role !== 'owner') await refuseLastOwner(tx, found.row)
      if (await takesTwo(tx, ctx.organizationId)) {
        const waits = await askMemberChange(tx, ctx, {
          subject: { type: 'membership', id: found.row.id },
          summary: `A member is to be ${role.name} instead of ${found.before.name}`,
          change: {
            change: 'role',
            from: { role: found.row.role, role_id: found.row.role_id },
            to: { role: role.role, role_id: role.role_id },
          },
          ...{ askedBy: by.id, about: found.row.user_id },
        })
        return {
          result: {
            success: true as const,
            ...(await memberById(tx, ctx.services, found.row.id)),
            second_person: waits as SecondPerson | null,
          },
          audit: {
            action: 'member_role_asked',
            category: 'user',
            userId: found.row.user_id,
            subject: { type: 'membership', id: found.row.id },
            details: { from: found.before.role, role: role.role, role_id: role.role_id, case_id: waits.case_id },
          },
        }
      }
      const { audit, event } = await giveMemberRole(tx, ctx, found, role, [by.id])
      return {
        result: { success: true as const, ...(await memberById(tx, ctx.services, found.row.id)), second_person: null },
        audit,
        events: [event],
        mails: await mailOfRole(tx, ctx, found, role),
      }
    })
    keyCache.dropOfOrganization(ctx.organizationId)
    return done
  },
})

/** Ends a membership: sessions go on elsewhere, links to it and invitations it sent are taken back, and cases it had are everybody's again. */
export async function endMembership(
  tx: Tx,
  ctx: Ctx,
  row: Row,
  by: string,
  how: 'removed' | 'left' | 'taken_out',
): Promise<{ audit: AuditInput; events: EventInput[] }> {
  await refuseLastOwner(tx, row)
  const at = new Date()
  const end = () => tx.update(memberships).set({ ended_at: at, ended_by: by }).where(eq(memberships.id, row.id))
  // Whom the directory takes out goes at once, whatever that takes from the others.
  await (how === 'taken_out' ? end() : keepingStanding(tx, row.organization_id, end))
  const [person] = await tx.select().from(users).where(eq(users.id, row.user_id)).limit(1)
  if (person!.email_hash) await dropWaitingLinks(tx, { organizationId: row.organization_id, emailHash: person!.email_hash })
  await tx
    .update(session)
    .set({ activeOrganizationId: null })
    .where(and(eq(session.userId, person!.auth_id), eq(session.activeOrganizationId, row.organization_id)))
  await tx
    .update(memberInvitations)
    .set({ revoked_at: at, revoked_by: by, email_hash: null, email_sealed: null })
    .where(
      and(
        eq(memberInvitations.organization_id, row.organization_id),
        eq(memberInvitations.invited_by, row.user_id),
        isNull(memberInvitations.accepted_at),
        isNull(memberInvitations.revoked_at),
      ),
    )
  await tx
    .update(cases)
    .set({ assigned_to: null })
    .where(and(eq(cases.organization_id, row.organization_id), eq(cases.assigned_to, row.user_id), ne(cases.status, 'decided')))
  await closeMemberChange(tx, ctx, row.id)
  // Whoever is left: the platform ends a rule that nobody could end any more.
  if (how !== 'taken_out') await requireTwoLeft(tx, row.organization_id)
  return {
    audit: {
      action: how === 'left' ? 'member_left' : 'member_removed',
      category: 'user',
      userId: row.user_id,
      subject: { type: 'membership', id: row.id },
      details: { role: row.role, by },
    },
    events: [
      {
        type: 'member.left',
        resource: { type: 'membership', id: row.id },
        object: {
          member: { id: row.id, user_id: row.user_id, role: row.role, role_id: row.role_id },
          how: how === 'left' ? 'left' : 'removed',
        },
      },
    ],
  }
}

/**
 * Ends somebody's membership: they read nothing of the organisation any more, and the keys they made there stop at their next call.
 * Throws `not_found`, `forbidden` for somebody who may more than the caller, and `last_owner`.
 */
export const removeMember = defineVerb({
  name: 'members.remove',
  permission: 'members.write',
  input: byId('Id of the membership'),
  noted: ['forbidden', 'last_owner'],
  output: z.object({ success: z.literal(true), object: z.literal('member'), id: z.string(), removed: z.literal(true) }),
  run: async ({ ctx: base, input }) => {
    requireProof(base)
    const ctx = ofOrganization(base)
    const by = await personBehind(ctx)
    const done = await write(ctx, async (tx) => {
      const organization = await lockOrganization(tx, ctx.organizationId)
      const { row, before } = await lockMember(tx, ctx, input.id)
      requireCovers(ctx, before)
      const { audit, events } = await endMembership(tx, ctx, row, by.id, 'removed')
      const person = (await people(tx, ctx, [row.user_id])).get(row.user_id)
      return {
        result: { success: true as const, object: 'member' as const, id: row.id, removed: true as const },
        audit,
        events,
        mails: person
          ? [memberRemovedMail({ to: person.email, organization: organization.name, publicUrl: ctx.services.config.publicUrl })]
          : [],
      }
    })
    keyCache.dropOfOrganization(ctx.organizationId)
    return done
  },
})

/** Ends the signed-in person's own membership of the organisation they work in. Throws `last_owner`. */
export const leaveOrganization = definePageVerb({
  name: 'members.leave',
  permission: 'account.write',
  noted: ['last_owner'],
  run: async ({ ctx: base }): Promise<{ left: string }> => {
    const { actor } = base
    if (actor.type !== 'user' || actor.byKey) throw new AppError('forbidden', 'A person leaves an organisation, signed in.')
    requireProof(base)
    const ctx = ofOrganization(base)
    const done = await write(ctx, async (tx) => {
      const organization = await lockOrganization(tx, ctx.organizationId)
      const row = await lockMembership(tx, ctx, eq(memberships.user_id, actor.id))
      return { result: { left: organization.name }, ...(await endMembership(tx, ctx, row, actor.id, 'left')) }
    })
    keyCache.dropOfOrganization(ctx.organizationId)
    return done
  },
})

/**
 * Hands the organisation over: the member becomes its owner, and the caller its admin. Both are told. Needs a fresh proof. Throws
 * `not_found`, `invalid_transition` for an owner.
 */
export const transferOwnership = definePageVerb({
  name: 'members.transfer_ownership',
  permission: 'organization.own',
  input: byId('Id of the membership'),
  run: async ({ ctx: base, input }): Promise<{ owner: string }> => {
    requireStepUp(base, { own: true })
    const ctx = ofOrganization(base)
    const done = await write(ctx, async (tx) => {
      const organization = await lockOrganization(tx, ctx.organizationId)
      await refuseAlone(tx, ctx.organizationId, 'Ask for the role owner for the member, and for yours to change after that.')
      const to = await lockMember(tx, ctx, input.id)
      const own = await lockMembership(tx, ctx, eq(memberships.user_id, ctx.actor.id))
      if (own.role !== 'owner') throw notFound()
      if (to.row.role === 'owner')
        throw new AppError('invalid_transition', 'This member is owner already. To step down, change your own role.')
      const given = await giveMemberRole(tx, ctx, to, await readRole(tx, ctx.organizationId, { role: 'owner' }), [ctx.actor.id])
      const left = await giveMemberRole(
        tx,
        ctx,
        { row: own, before: await roleOfMember(tx, own) },
        await readRole(tx, ctx.organizationId, { role: 'admin' }),
        [ctx.actor.id],
      )
      const known = await people(tx, ctx, [to.row.user_id, own.user_id])
      const nameOf = (id: string) => `${known.get(id)?.first_name ?? ''} ${known.get(id)?.last_name ?? ''}`.trim()
      const [who, before] = [nameOf(to.row.user_id), nameOf(own.user_id)]
      const { publicUrl } = ctx.services.config
      return {
        result: { owner: to.row.user_id },
        audit: [given.audit, left.audit],
        events: [given.event, left.event],
        mails: [...known.values()].map(({ email }) =>
          ownershipMail({ to: email, organization: organization.name, who, before, publicUrl }),
        ),
      }
    })
    keyCache.dropOfOrganization(ctx.organizationId)
    return done
  },
})
